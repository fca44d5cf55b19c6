// A region that shows answers: a loading state, the answer, or an error message.
import { say } from "../lib/announce.js";
import { Parts } from "../lib/disclosure.js";
import { make, makeAction } from "../lib/dom.js";
import { askRules, isRoll } from "../rules-client/client.js";
import { isWaitedFor, runtime } from "../rules-client/runtime.js";
import { reloadButtons } from "./new-version.js";
import { RequestTracker } from "./request-tracker.js";
import { describeWaiting } from "./status.js";
import { share } from "../lib/share.js";
import { bringIntoView } from "../lib/taps.js";

export class ResultView {
  #pending = new RequestTracker();
  #parts;

  /**
   * @param {HTMLElement} element
   * @param {Element} asker the element that rolls
   * @param {boolean} scrolls true if answers scroll into view
   */
  constructor(element, asker = element, scrolls = true) {
    this.element = element;
    this.#parts = new Parts(element);
    this.asker = asker;
    this.scrolls = scrolls;
  }

  /**
   * Ask and show the answer. Odds cancel earlier odds; every roll is rolled and shown. Return null if the request was
   * cancelled.
   * @param {import("../rules-client/client.js").Question} question
   * @param {boolean} [says] true if screen readers announce it
   */
  async ask(question, says = true) {
    const pending = this.#pending.add(isRoll(question));
    const asked = askRules(this.asker, question, isRoll(question) ? null : pending.signal);
    const after = isRoll(question) ? "Your roll follows." : "The odds follow.";
    const answer = await (question.here ? asked : this.#wait(asked, after, says));
    if (!this.#pending.settle(pending) || !answer) return null;
    if (this.#pending.isEmpty) this.element.removeAttribute("aria-busy");
    if (this.element.isConnected) this.#show(answer, isRoll(question), says);
    return answer;
  }

  /** Cancel the pending request that isn't a roll. */
  cancel() {
    this.#pending.cancel();
    if (this.#pending.isEmpty) this.element.removeAttribute("aria-busy");
  }

  /**
   * Scroll only a roll's error into view, because odds are requested while the reader uses the form.
   * @param {import("../rules-client/client.js").Answer | import("../rules-client/client.js").Refusal} answer
   * @param {boolean} isOfRoll
   * @param {boolean} says
   */
  #show(answer, isOfRoll, says) {
    this.#parts.note();
    if (answer.error === undefined) {
      show(this.element, answer, this.scrolls, says);
      if (!isOfRoll) this.#parts.restore(); // a roll is new, but odds are of the same rule
      return;
    }
    showError(this.element, answer.error, says);
    if (isOfRoll && this.scrolls) bringIntoView(this.element);
  }

  /**
   * @template T
   * @param {Promise<T>} answer
   * @param {string} after shown after the loading message
   * @param {boolean} says
   */
  #wait(answer, after, says) {
    this.element.hidden = false;
    this.element.setAttribute("aria-busy", "true");
    return showWhileWaiting(answer, () => {
      if (!this.element.querySelector("fb-status")) showWaiting(this.element, after);
      if (says) sayWaiting(after);
    });
  }
}

/**
 * Wait for an answer, and show what it waits for if only Python can give it.
 * @template T
 * @param {Promise<T>} answer
 * @param {() => void} show
 * @param {{ after: number, run: () => void }} [late] a function that runs if the answer takes longer than a number of
 *   milliseconds, for any reason
 */
export async function showWhileWaiting(answer, show, late) {
  let isShown = false;
  const look = () => {
    if (isShown || !isWaitedFor(runtime.state)) return;
    isShown = true;
    show();
  };
  const timer = late && setTimeout(late.run, late.after);
  runtime.addEventListener("change", look);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    runtime.removeEventListener("change", look);
  }
}

/**
 * Show what a question waits for.
 * @param {HTMLElement} place
 * @param {string} after shown after the loading message
 */
export const showWaiting = (place, after) => place.replaceChildren(make("fb-status", { "data-after": after }));

/**
 * Announce what a question waits for.
 * @param {string} after said after the loading message
 */
export const sayWaiting = (after) => say(describeWaiting(after));

/**
 * Show an answer in place of the previous one, scroll to it and announce it.
 * @param {HTMLElement} place
 * @param {import("../rules-client/client.js").Answer} answer
 * @param {boolean} scrolls true if it scrolls into view
 * @param {boolean} says true if screen readers announce it
 */
export function show(place, { html, said }, scrolls = true, says = true) {
  place.hidden = false;
  place.innerHTML = html;
  place.classList.remove("fb-new");
  if (scrolls) bringIntoView(place);
  void place.offsetWidth; // forces a layout, which restarts the animation
  place.classList.add("fb-new");
  if (says && said) say(said);
}

/**
 * Show and announce an error message. A message about a new version gets a reload button.
 * @param {HTMLElement} place
 * @param {string} sentence
 * @param {boolean} says true if screen readers announce it
 */
export function showError(place, sentence, says = true) {
  place.hidden = false;
  place.replaceChildren(make("p", { className: "fb-error" }, sentence), ...reloadButtons(sentence));
  if (says) say(sentence);
}

/** @type {Partial<Record<import("../rules-client/client.js").Source, string>>} */
const SOURCES = { shared: "A shared roll", "own dice": "Rolled with your own dice" };

/**
 * Add the source of a result's faces below the verdict, and a button that shares the faces, if there are any.
 * @param {HTMLElement} place the element that shows the result
 * @param {import("../rules-client/client.js").Source | undefined} source
 * @param {string} faces the faces as links write them, "" without dice
 * @param {() => string} link
 */
export function finishCard(place, source, faces, link) {
  const words = source && SOURCES[source];
  if (words) place.querySelector(".fb-headline")?.after(make("p", { className: "fb-source" }, words));
  if (!faces) return;
  const sharing = makeAction("fb-share", "Share this roll", () => share(sharing, link(), "Link to this roll"));
  place.append(sharing);
}
