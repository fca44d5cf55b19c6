// <fb-luck>: the dice of the history against what fair dice are expected to show. It computes only while it is open.
import { fetchAnswer, make, say, showError, showWaiting, showWhileWaiting } from "#shared";
import { countFaces, describeLeftOut } from "./count-faces.js";
import { listPast } from "./history.js";
import { HistoryFold } from "./history-fold.js";

const COUNTED =
  "This counts all dice of the rolls below that this site rolled on this device, also dropped dice, repeated rolls and "
  + "fights. It doesn't count rolls that you have deleted. The two dice of a D66 are D6.";
const MANY_KINDS =
  "Each line looks at one kind of dice. If you look at many kinds, or often, something unusual turns up by chance alone.";

export class Luck extends HistoryFold {
  #asked = ""; // the dice on show, as JSON

  constructor() {
    super("My luck", "fb-luck");
    this.place.className = "fb-luck-place";
  }

  /** @param {boolean} isOpened true if the reader has just opened it */
  async draw(isOpened) {
    const counted = countFaces(await listPast());
    const about = JSON.stringify(counted);
    if (about === this.#asked) return;
    this.#asked = about;
    const left = describeLeftOut(counted);
    if (!Object.keys(counted.faces).length) {
      this.place.replaceChildren(make("p", {}, `No dice to count yet. ${left}`.trim()));
      return;
    }
    const answer = await showWhileWaiting(fetchAnswer(null, "luck", "dice", JSON.stringify(counted.faces)), () =>
      showWaiting(this.place, "Calculating the odds…"),
    );
    if (about !== this.#asked) return; // another roll has come meanwhile
    if (answer.error !== undefined) {
      this.#asked = "";
      showError(this.place, answer.error);
      return;
    }
    const kinds = make("div", { className: "fb-luck-kinds", innerHTML: answer.html });
    const notes = [COUNTED, left, Object.keys(counted.faces).length > 1 ? MANY_KINDS : ""].filter(Boolean);
    const opened = [...this.place.querySelectorAll("section:has(details[open])")].map((each) => each.ariaLabel);
    for (const section of kinds.querySelectorAll("section")) {
      if (opened.includes(section.ariaLabel)) section.querySelector("details")?.setAttribute("open", "");
    }
    this.place.replaceChildren(kinds, ...notes.map((words) => make("p", { className: "fb-past-note" }, words)));
    if (isOpened) say(answer.said);
  }
}
