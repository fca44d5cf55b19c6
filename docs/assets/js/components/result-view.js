// A place where answers are shown: waiting, the answer, or a sentence that says what was wrong.
import { say } from "../lib/announce.js";
import { Parts } from "../lib/disclosure.js";
import { make } from "../lib/dom.js";
import { ask, isRoll } from "../rules-client/client.js";
import { runtime } from "../rules-client/runtime.js";
import { reloadButtons } from "./new-version.js";
import { RequestTracker } from "./request-tracker.js";
import { failureWords } from "./status.js";

export class ResultView {
  #pending = new RequestTracker();
  #parts;

  /**
   * @param {HTMLElement} element
   * @param {Element} asker the element that rolls
   * @param {boolean} scrolls whether answers come into view
   */
  constructor(element, asker = element, scrolls = true) {
    this.element = element;
    this.#parts = new Parts(element);
    this.asker = asker;
    this.scrolls = scrolls;
  }

  /**
   * Ask, and show the answer. Odds cancel those asked for before; every roll is rolled and shown.
   * Gives null where the question was cancelled.
   * @param {import("../rules-client/client.js").Question} question
   * @param {boolean} [says] whether a screen reader is told
   */
  async ask(question, says = true) {
    const pending = this.#pending.add(isRoll(question));
    const asked = ask(this.asker, question, isRoll(question) ? null : pending.signal);
    const after = isRoll(question) ? "Your roll is queued." : "The odds follow.";
    const answer = await (question.here ? asked : this.#wait(asked, after, says));
    if (!this.#pending.settle(pending) || !answer) return null;
    if (this.#pending.isEmpty) this.element.removeAttribute("aria-busy");
    if (this.element.isConnected) this.#show(answer, isRoll(question), says);
    return answer;
  }

  /** Cancel what is no roll. */
  cancel() {
    this.#pending.cancel();
    if (this.#pending.isEmpty) this.element.removeAttribute("aria-busy");
  }

  /**
   * Only a roll's refusal comes into view: odds are asked for while the reader is busy with the form.
   * @param {import("../rules-client/client.js").Answer | import("../rules-client/client.js").Refusal} answer
   * @param {boolean} isOfRoll
   * @param {boolean} says
   */
  #show(answer, isOfRoll, says) {
    this.#parts.note();
    if (answer.error === undefined) {
      show(this.element, answer, this.scrolls, says);
      if (!isOfRoll) this.#parts.restore(); // odds of the same rule; a roll is news
      return;
    }
    showError(this.element, answer.error, says);
    if (isOfRoll) this.element.scrollIntoView({ block: "nearest" });
  }

  /**
   * @template T
   * @param {Promise<T>} answer
   * @param {string} after what comes once Python is up
   * @param {boolean} says
   */
  #wait(answer, after, says) {
    this.element.hidden = false;
    this.element.setAttribute("aria-busy", "true");
    return whileWaiting(answer, () => {
      if (!this.element.querySelector("fb-status")) showWaiting(this.element, after);
      if (says) sayWaiting(after);
    });
  }
}

/**
 * An answer; where it has to wait for the start of Python, or for a file, that is shown: at once, or as soon as it does.
 * @template T
 * @param {Promise<T>} answer
 * @param {() => void} show
 */
export async function whileWaiting(answer, show) {
  let isShown = runtime.state.phase !== "ready";
  if (isShown) show();
  const look = () => {
    const { phase, waiting } = runtime.state;
    if (isShown || (phase === "ready" && !waiting.length)) return;
    isShown = true;
    show();
  };
  runtime.addEventListener("change", look);
  try {
    return await answer;
  } finally {
    runtime.removeEventListener("change", look);
  }
}

/**
 * Say how the start of Python is doing, or a file that is waited for.
 * @param {HTMLElement} place
 * @param {string} after what comes then
 */
export const showWaiting = (place, after) => place.replaceChildren(make("fb-status", { "data-after": after }));

/**
 * Tell a screen reader that Python, or a file, is waited for.
 * @param {string} after what comes then
 */
export function sayWaiting(after) {
  const { phase, words, reason } = runtime.state;
  if (phase === "failed") say(failureWords(reason));
  else say(`${phase === "ready" ? words : "Getting the dice ready"}. ${after}`);
}

/**
 * Put an answer in place of the one before, into view and to a screen reader.
 * @param {HTMLElement} place
 * @param {import("../rules-client/client.js").Answer} answer
 * @param {boolean} scrolls whether it comes into view
 * @param {boolean} says whether a screen reader is told
 */
export function show(place, { html, said }, scrolls = true, says = true) {
  place.hidden = false;
  place.innerHTML = html;
  place.classList.remove("fb-new");
  if (scrolls) place.scrollIntoView({ block: "nearest" });
  void place.offsetWidth; // lays the page out, so that the same animation starts again
  place.classList.add("fb-new");
  if (says && said) say(said);
}

/**
 * One sentence, beside the tap and to screen readers; one that tells of a new version has a button that reloads.
 * @param {HTMLElement} place
 * @param {string} sentence
 * @param {boolean} says whether a screen reader is told
 */
export function showError(place, sentence, says = true) {
  place.hidden = false;
  place.replaceChildren(make("p", { className: "fb-error" }, sentence), ...reloadButtons(sentence));
  if (says) say(sentence);
}
