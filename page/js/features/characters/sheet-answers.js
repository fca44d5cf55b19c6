// Answers in place: the result of a roll or a change, directly under the control that made it, with the way back as its
// first button. An undone answer stays, struck through, and can be put back.
import { canRedo, canUndo, redo, undo } from "#play-shared";
import { bringIntoView, findClicked, make, makeAction, makeButton, ResultView, share, showError } from "#shared";
import { describe, markAdded } from "./redraw.js";

/**
 * @typedef {import("#store").StoredRecord} StoredRecord
 * @typedef {import("../../components/sheet-changes.js").Done} Done
 * @typedef {{ title: string, done: Done | null, content: Element[] }} Shown what an answer shows
 */

const MOST_EARLIER = 20;

const PLACES = "[data-answers]";

const CLOSED_FOLD = "details:not([open])"; // where an answer would be out of sight

/** Return the parts of the sheet around a place, the nearest first. @param {Element} place */
const findAround = (place) =>
  [place.closest("[data-part]"), place.closest(".fb-sheet-panel, .fb-self")].filter(
    (each) => each instanceof HTMLElement,
  );

/** Return a text that is equal for places that mean the same. @param {Element} place */
const describePlace = (place) => [place, ...findAround(place)].map(describe).join(" ");

export class Answers {
  /** The answers by the places of what was tapped. A place may have gone meanwhile. @type {Map<HTMLElement, Answer>} */
  #answers = new Map();
  /** The latest record that the answers were updated with. @type {StoredRecord | null} */
  #record = null;

  /**
   * @param {string} id the sheet's id
   * @param {HTMLElement} root the element of the sheet
   * @param {(change: () => void) => void} holdStill changes the page around the touched control
   * @param {(words: string) => void} tell announces what a tap did
   */
  constructor(id, root, holdStill, tell) {
    this.id = id;
    this.root = root;
    this.holdStill = holdStill;
    this.tell = tell;
  }

  /**
   * Return the place for answers to a control: the nearest one around it.
   * @param {Element} control
   */
  findPlace(control) {
    const place = control.closest(PLACES) ?? control.closest("[data-part]") ?? this.root;
    return /** @type {HTMLElement} */ (place);
  }

  /** Return the answer at a place, which a newer one replaces. @param {HTMLElement} place */
  getAnswer(place) {
    const found = this.#answers.get(place) ?? new Answer(this, place);
    this.#answers.set(place, found);
    return found;
  }

  /**
   * Show for each answer whether it can be undone or put back now. A drawing may be about an older record.
   * @param {StoredRecord} record
   */
  update(record) {
    if (!this.#record || record.revision > this.#record.revision) this.#record = record;
    const { fields } = this.#record.data;
    for (const answer of new Set(this.#answers.values())) {
      if (!answer.home.isConnected) this.#settle(answer);
      answer.update(fields);
    }
  }

  /**
   * Move an answer whose place has gone: to the place if it is drawn again, else to the part around it. What was tapped
   * at the old place still finds it.
   * @param {Answer} answer
   */
  #settle(answer) {
    const places = /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll(PLACES)]);
    const isFree = (/** @type {HTMLElement} */ each) => !this.#answers.has(each) && !each.closest(CLOSED_FOLD);
    const again = places.find((each) => isFree(each) && describePlace(each) === answer.kind);
    if (again) {
      this.#answers.set(again, answer);
      answer.home = again;
      answer.moveTo(again);
    } else if (!answer.place.isConnected) answer.shelter();
  }

  /**
   * Undo or put back an answer whose button was clicked. Return a task that does it, or null for other buttons.
   * @param {Event} click
   */
  handleClick(click) {
    const pressed = findClicked(click, ".fb-undo, .fb-redo");
    const answer = [...this.#answers.values()].find(({ element }) => pressed && element.contains(pressed));
    if (!answer) return null;
    return pressed?.matches(".fb-undo-more") ? () => answer.undoEarlier() : () => answer.turn();
  }
}

export class Answer {
  element = markAdded(make("div", { className: "fb-answer-place" }));
  view;
  /** The change that it is about, or null. @type {Done | null} */
  #done = null;
  #isUndone = false;
  #title = "";
  /** The answers that this one has replaced, the latest last. @type {Shown[]} */
  #earlier = [];
  #undo = makeButton("fb-undo fb-icon--before fb-icon--undo", "Undo");
  #redo = makeButton("fb-redo fb-icon--before fb-icon--redo", "Put it back");
  #more = makeButton("fb-redo fb-undo-more fb-icon--before fb-icon--undo", "Undo one more");

  /** @param {Answers} answers @param {HTMLElement} place */
  constructor(answers, place) {
    this.answers = answers;
    this.home = place; // its place, which it leaves if that has gone
    this.place = place;
    this.kind = describePlace(place);
    this.around = findAround(place);
    this.view = new ResultView(this.element, answers.root, false);
  }

  /** Put the element into its place for a new answer, and remember the one that it shows. */
  putInPlace() {
    if (!this.place.isConnected) this.shelter();
    if (this.element.parentElement !== this.place || this.element.nextElementSibling) this.place.append(this.element);
    if (this.#done && !this.#isUndone) {
      const shown = { title: this.#title, done: this.#done, content: [...this.element.children] };
      this.#earlier = [...this.#earlier, shown].slice(-MOST_EARLIER);
    }
    this.#done = null;
    this.#isUndone = false;
  }

  /** Move to the part around its place, which has gone, such as the row of a change that isn't possible any more. */
  shelter() {
    const next = this.around.find((each) => each.isConnected);
    if (next) this.moveTo(next);
  }

  /** Move to another place, and keep the focus. @param {HTMLElement} place */
  moveTo(place) {
    const focused = document.activeElement;
    this.place = place;
    place.append(this.element);
    if (focused instanceof HTMLElement && this.element.contains(focused)) focused.focus({ preventScroll: true });
  }

  get #buttons() {
    return [this.#undo, this.#redo, this.#more];
  }

  /** @param {() => void} draw */
  #draw(draw) {
    this.answers.holdStill(() => {
      this.putInPlace();
      draw();
    });
    bringIntoView(this.element);
  }

  /** Show an error message, with more buttons. @param {string} sentence @param {HTMLElement[]} more */
  refuse(sentence, ...more) {
    this.#draw(() => {
      showError(this.element, sentence);
      this.element.append(...more);
    });
  }

  /**
   * Add the tools to the card of a roll, which is on show.
   * @param {string} title
   * @param {{ steps: string[], link: (() => string) | null, source?: string }} roll
   */
  finishCard(title, { steps, link, source }) {
    this.#title = title;
    this.#isUndone = false;
    const card = this.element.querySelector(".fb-answer");
    if (!(card instanceof HTMLElement)) return;
    if (source) card.querySelector(".fb-verdict")?.after(make("p", { className: "fb-source" }, source));
    const offers = card.querySelector(".fb-offers");
    const math = make("ol", { className: "fb-math", hidden: true }, ...steps.map((step) => make("li", {}, step)));
    const opener = makeAction("fb-plain fb-math-open", "Math", () => {
      math.hidden = !math.hidden;
      opener.setAttribute("aria-expanded", String(!math.hidden));
    });
    opener.setAttribute("aria-expanded", "false");
    const sharing = makeButton("fb-answer-share fb-icon fb-icon--share", "", "Share this roll");
    if (link) sharing.addEventListener("click", () => share(sharing, link(), "Link to this roll"));
    const tools = make("div", { className: "fb-answer-tools" }, ...this.#buttons);
    tools.append(...(steps.length ? [opener] : []), ...(offers?.childNodes ?? []), ...(link ? [sharing] : []));
    offers?.remove();
    card.append(math, tools);
    this.#mark();
    bringIntoView(this.element);
  }

  /**
   * Show a change as one line.
   * @param {Done} done
   */
  showLine(done) {
    this.#draw(() => {
      this.#title = done.title;
      this.#done = done;
      const words = done.steps.join(" ") || `${done.title}: nothing changed.`;
      const line = make("div", { className: "fb-answer-line" }, make("p", {}, words), ...this.#buttons);
      this.element.hidden = false;
      this.element.replaceChildren(line);
      this.#mark();
    });
  }

  /** Remember the change that the shown roll has made. @param {Done | null} done */
  setChange(done) {
    this.#done = done;
  }

  /** @param {Record<string, any>} fields */
  update(fields) {
    const done = this.#done;
    const isPossible = !done || (this.#isUndone ? canRedo(done, fields) : canUndo(this.answers.id, done, fields));
    for (const each of [this.#undo, this.#redo]) each.style.visibility = isPossible ? "" : "hidden"; // keeps its place
    const before = this.#earlier.at(-1)?.done;
    this.#more.hidden = !this.#isUndone || !before || !canUndo(this.answers.id, before, fields);
  }

  /** Undo the change before the one that is undone already. */
  async undoEarlier() {
    const shown = this.#earlier.at(-1);
    if (shown?.done) this.#showTurned(await undo(this.answers.id, shown.done), true, shown);
  }

  /** Undo it, or put it back. */
  async turn() {
    const { id } = this.answers;
    const result = this.#done && (await (this.#isUndone ? redo(id, this.#done) : undo(id, this.#done)));
    this.#showTurned(result, !this.#isUndone);
  }

  /**
   * Show that it is undone or put back, in one drawing: a key that is pressed next reaches the button that was pressed,
   * or the opposite one if that does nothing any more.
   * @param {import("../../components/sheet-changes.js").Result | null} result
   * @param {boolean} isUndone
   * @param {Shown} [earlier] the earlier answer that is undone
   */
  #showTurned(result, isUndone, earlier) {
    if (result?.error !== undefined) {
      showError(this.element, result.error);
      return;
    }
    const focused = document.activeElement;
    const hadFocus = focused === document.body || this.#buttons.some((each) => each === focused);
    this.answers.holdStill(() => {
      if (earlier) this.#bringBack(earlier);
      this.#isUndone = isUndone;
      this.#mark();
      if (result) this.answers.update(result.record);
    });
    const next = focused === this.#more && !this.#more.hidden ? this.#more : isUndone ? this.#redo : this.#undo;
    if (hadFocus) next.focus({ preventScroll: true });
    this.answers.tell(isUndone ? `${this.#title} undone.` : `${this.#title} put back.`);
  }

  /** Show an earlier answer again. @param {Shown} shown */
  #bringBack({ title, done, content }) {
    this.#earlier.pop();
    this.element.replaceChildren(...content);
    const tools = this.element.querySelector(".fb-answer-tools");
    if (tools) tools.prepend(...this.#buttons);
    else this.element.firstElementChild?.append(...this.#buttons);
    [this.#title, this.#done] = [title, done];
  }

  /** Show whether it is undone. */
  #mark() {
    const [shown] = this.element.children;
    shown?.classList.toggle("fb-answer--undone", this.#isUndone && shown.matches(".fb-answer"));
    shown?.classList.toggle("fb-answer-line--undone", this.#isUndone && shown.matches(".fb-answer-line"));
    this.#undo.hidden = this.#isUndone;
    this.#redo.hidden = !this.#isUndone;
    this.#more.hidden = true;
    this.#undo.setAttribute("aria-label", `Undo: ${this.#title}`);
    this.#redo.setAttribute("aria-label", `Put it back: ${this.#title}`);
    for (const other of this.element.querySelectorAll(".fb-math-open, .fb-answer-share, .fb-math, [data-do]")) {
      if (this.#isUndone) other.setAttribute("hidden", "");
      else if (!other.matches(".fb-math")) other.removeAttribute("hidden");
    }
  }
}
