// <fb-order>: the initiative list. The device saves rolls until the fight ends, and latecomers take their places.
// Entries are sorted by the rule's total, then by its tie_break if it has one; readers can reorder remaining ties by
// hand.
import {
  askDice,
  requestInitialDice,
  makeAction,
  changeAround,
  findClicked,
  find,
  focusOn,
  guardTaps,
  isSaved,
  listenToSteppers,
  NOT_SAVED,
  ResultView,
  read,
  buildResolve,
  buildRoll,
  say,
  showError,
  values,
  watch,
  showWhileWaiting,
  write,
} from "#shared";
import { ManualDice } from "#manual-dice";
import * as fights from "./initiative-state.js";
import { drawEntries, drawJoining } from "./initiative-list.js";

const { readChangedValues, setValues, readValues } = values;

/**
 * Combatants whose dice are being rolled, in any list of this tab, by the list's name and their key.
 * @type {Set<string>}
 */
const rolling = new Set();

export class Order extends HTMLElement {
  /** @type {ResultView | undefined} */
  #place;
  #stopWatching = () => {};
  /** The button that was pressed last. @type {HTMLElement | null} */
  #pressed = null;

  connectedCallback() {
    if (!this.#place) this.#listen();
    this.#stopWatching = watch(this.#name, () => this.#show());
    this.#show();
  }

  disconnectedCallback() {
    this.#stopWatching();
  }

  get mechanic() {
    return this.getAttribute("mechanic") ?? "";
  }

  get form() {
    return find(this, "form", HTMLFormElement);
  }

  /** The storage name of the fight. */
  get #name() {
    return `fieldbook:${this.id}`;
  }

  get #fight() {
    return fights.readFight(read(this.#name));
  }

  /**
   * Add the combatant in the form and roll for them, or use their manual dice. The form is free for the next one at
   * once.
   * @param {string} faces
   */
  join(faces = "") {
    const { entries, joining, nextKey } = this.#fight;
    const name = this.#nameField.value.trim() || `Combatant ${entries.length + joining.length + 1}`;
    this.#nameField.value = "";
    this.#change((fight) => fights.join(fight, { name, params: JSON.stringify(readValues(this.form)), faces }));
    return this.#rollFor(nextKey);
  }

  /** Move to the next turn; after the last entry a new round begins. */
  advanceTurn() {
    const { entries, turn, round } = this.#change(fights.advanceTurn);
    say(`Round ${round}: ${entries[turn].name}.`);
  }

  /**
   * Start a new turn in games that roll each turn: everyone rolls again with their original values, or no place
   * changes.
   */
  async rollAgain() {
    const missing = fights.listRollingAgain(this.#change(fights.rollAgain));
    const problems = await Promise.all(missing.map((entry) => this.#rollAgainFor(entry)));
    if (!this.isConnected || !this.#place) return;
    const { entries, round, again } = this.#fight;
    const problem = problems.find(Boolean);
    if (problem) showError(this.#place.element, problem);
    if (again) return;
    this.#place.element.replaceChildren();
    say(`Turn ${round}: ${entries[0].name} acts first.`);
  }

  /** Clear the list; one tap restores it. */
  end() {
    this.#change(fights.end);
    focusOn(this.querySelector(".fb-result > .fb-again"));
    say("The fight has ended.");
  }

  #listen() {
    this.#place = new ResultView(find(this, ".fb-result", HTMLElement), this);
    guardTaps(this);
    this.addEventListener(
      "click",
      (event) => {
        this.#pressed = findClicked(event);
      },
      { capture: true },
    );
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.join();
    });
    listenToSteppers(this.form);
    const own = this.#makeManualDice();
    this.form.addEventListener("input", (event) => {
      if (event.target !== this.#nameField) own.update();
    });
    find(this, ".fb-order-next", HTMLElement).addEventListener("click", () => this.advanceTurn());
    find(this, ".fb-order-end", HTMLElement).addEventListener("click", () => this.end());
    this.querySelector(".fb-order-again")?.addEventListener("click", () => this.rollAgain());
    this.addEventListener("click", (event) => {
      const pressed = findClicked(event, "[data-act]");
      const key = Number(pressed?.closest("li")?.dataset.key);
      if (pressed?.dataset.act === "up") this.#change((fight) => fights.moveUp(fight, key));
      if (pressed?.dataset.act === "out") this.#takeOut(key);
      if (pressed?.dataset.act === "roll") this.#rollFor(key);
      if (pressed?.dataset.act === "edit") this.#edit(key);
    });
  }

  /** @param {number} key */
  #takeOut(key) {
    const { entries, joining } = this.#fight;
    const somebody = [...entries, ...joining].find((each) => each.key === key);
    this.#change((fight) => fights.leave(fight, key));
    if (entries.length + joining.length === 1) focusOn(find(this, ".fb-order-empty", HTMLElement));
    if (somebody) say(`${somebody.name} is out.`);
  }

  get #nameField() {
    return find(this, ".fb-order-name", HTMLInputElement);
  }

  #makeManualDice() {
    const place = find(this, ".fb-own", HTMLElement);
    /** @type {ManualDice} */
    const own = new ManualDice(
      place,
      find(this, ".fb-own-open", HTMLButtonElement),
      async (fallen, signal) => {
        const atFirst = requestInitialDice(place, readChangedValues(this.form), fallen);
        return (
          atFirst ?? showWhileWaiting(askDice(this.mechanic, readValues(this.form), fallen, signal), () => own.wait())
        );
      },
      (faces) => {
        this.join(faces);
        own.clear();
      },
      "Add with these dice",
    );
    return own;
  }

  /**
   * Roll for a combatant who was added. The answer finds its fight even if the reader has left the page.
   * @param {number} key
   */
  async #rollFor(key) {
    const somebody = this.#fight.joining.find((each) => each.key === key);
    const answer = somebody && (await this.#ask(somebody));
    if (!somebody || !answer) return;
    if (answer.error === undefined) {
      const place = readPlace(answer);
      this.#change((fight) => fights.arrive(fight, key, place));
      if (this.isConnected) say(`${somebody.name} acts at ${place.total}.`);
    } else {
      this.#change((fight) => fights.refuse(fight, key, answer.error));
      if (!this.isConnected) return;
      if (this.#nameField.value)
        this.#place?.element.replaceChildren(); // the combatant's line tells why
      else this.#edit(key);
    }
  }

  /**
   * Roll again for a combatant. Return a sentence if that failed.
   * @param {fights.Entry} entry
   */
  async #rollAgainFor(entry) {
    const answer = await this.#ask({ ...entry, faces: "" });
    if (answer?.error !== undefined) return `${entry.name}: ${answer.error}`;
    if (answer) this.#change((fight) => fights.arriveAgain(fight, entry.key, readPlace(answer)));
    return "";
  }

  /**
   * Request a combatant's dice. Return null while they are being rolled already.
   * @param {fights.Joining} somebody
   */
  async #ask({ key, params, faces }) {
    const who = `${this.#name} ${key}`;
    if (rolling.has(who) || !this.#place) return null;
    rolling.add(who);
    this.#show();
    const values = JSON.parse(params);
    const answer = await this.#place.ask(
      faces ? buildResolve(this.mechanic, values, faces) : buildRoll(this.mechanic, values),
    );
    rolling.delete(who);
    return answer;
  }

  /**
   * Put a combatant back into the form, to be changed and added again.
   * @param {number} key
   */
  #edit(key) {
    const somebody = this.#fight.joining.find((each) => each.key === key);
    if (!somebody) return;
    this.#nameField.value = somebody.name;
    setValues(this.form, Object.entries(JSON.parse(somebody.params)));
    this.#change((fight) => fights.leave(fight, key));
  }

  /**
   * Change the fight as it is stored now, because other tabs may have changed it.
   * @param {(fight: fights.Fight) => fights.Fight} change
   */
  #change(change) {
    const fight = change(this.#fight);
    write(this.#name, fight);
    return fight;
  }

  /** Draw the list; the button under the finger stays there. */
  #show() {
    changeAround([() => (this.#pressed?.isConnected ? this.#pressed : null)], () => this.#draw());
  }

  #draw() {
    const fight = this.#fight;
    const { entries, joining, round, ended } = fight;
    const isRolling = (/** @type {number} */ key) => rolling.has(`${this.#name} ${key}`);
    drawEntries(find(this, ".fb-order-list", HTMLElement), fight);
    drawJoining(find(this, ".fb-order-joining", HTMLElement), joining, isRolling);
    find(this, ".fb-order-empty", HTMLElement).hidden = entries.length + joining.length > 0;
    find(this, ".fb-order-tools", HTMLElement).hidden = entries.length === 0;
    find(this, ".fb-order-round", HTMLElement).textContent = `Round ${round}`;
    const missing = fights
      .listRollingAgain(fight)
      .filter(({ key }) => !isRolling(key))
      .map(({ name }) => name);
    const notes = [
      missing.length && `Still to roll again: ${missing.join(", ")}.`,
      describeUnread(fight.unread),
      !isSaved(this.#name) && NOT_SAVED,
    ];
    find(this, ".fb-order-note", HTMLElement).textContent = notes.filter(Boolean).join(" ");
    this.#offerToBringBack(Boolean(ended));
  }

  /** @param {boolean} canBe */
  #offerToBringBack(canBe) {
    const result = find(this, ".fb-result", HTMLElement);
    const isOffered = result.querySelector(":scope > .fb-again") !== null;
    if (canBe === isOffered) return;
    const undo = makeAction("fb-again", "Resume the fight", () => {
      this.#change(fights.bringBack);
      focusOn(find(this, ".fb-order-next", HTMLElement));
      say("The fight resumes.");
    });
    result.replaceChildren(...(canBe ? [undo] : []));
  }
}

/** @param {number} unread */
const describeUnread = (unread) =>
  unread
    ? `${unread} saved ${unread === 1 ? "entry" : "entries"} of this fight can't be read, so the list leaves out `
      + `${unread === 1 ? "that one" : "those"}.`
    : "";

/**
 * Return the place that a roll gives a combatant.
 * @param {import("../rules-client/client.js").Answer} answer
 * @returns {fights.Place}
 */
function readPlace({ roll: rolled }) {
  const { total, tie_break: tie } = rolled?.outcome ?? {};
  return { total: Number(total), tie: tie === undefined ? null : Number(tie) };
}

customElements.define("fb-order", Order);
