// The open log of a fight: the record to copy, and edits of the past, which are stored once the reader accepts them.
import { copy, createSeed, make, makeButton, say } from "#shared";

const NEW_PAST = "The new version is in use.";
const CHANGED = "This fight has changed since then, so it stays as it is.";

export class Past {
  #seed = createSeed(); // the same for all looks at an edit, so that its dice stay
  /** The record as it was drawn. @type {{ text: string, markdown: string } | null} */
  #record = null;

  /** @param {import("./stored-fight.js").StoredFight} fight */
  constructor(fight) {
    this.fight = fight;
  }

  /**
   * Return the board with the open log, after the edits in a view.
   * @param {import("./board-view.js").BoardView} view
   */
  async look(view) {
    const answer = await this.fight.lookAtPast(view, this.#seed);
    this.#record = answer.error === undefined ? answer : null;
    return answer;
  }

  /**
   * Copy the record, as text or as Markdown.
   * @param {HTMLButtonElement} button
   * @param {import("./board-view.js").BoardView} view
   */
  async copyLog(button, view) {
    if (!this.#record || view.open !== "log") await this.look({ open: "log" });
    const text = button.dataset.copy === "markdown" ? this.#record?.markdown : this.#record?.text;
    if (text) await copy(button, text, "Log of the fight", "Copied");
  }

  /**
   * Store the log to which the edits in a view lead.
   * @param {import("./board-view.js").BoardView} view
   * @param {(said: string) => void} showOld shows the fight after its old log has been stored again
   * @returns {Promise<Node[] | string>} a notice with a way back, or the reason why the old log stays
   */
  async use(view, showOld) {
    const { problem, bringBack } = await this.fight.replacePast(view, this.#seed);
    if (problem) return problem;
    this.#seed = createSeed();
    say(NEW_PAST);
    const back = makeButton("fb-button", "Bring the old one back");
    back.addEventListener("click", async () => showOld((await bringBack()) ? "The old version is back." : CHANGED));
    return [make("p", {}, NEW_PAST), back];
  }
}
