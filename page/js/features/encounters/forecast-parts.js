// Parts beside a forecast: what it plays of the sheets, its variations, and its fights played out one by one.
import { find, findClicked, Parts, say, showError, showWaiting, showWhileWaiting } from "#shared";
import { askForecastPart } from "../../components/fight-questions.js";

/**
 * @typedef {{ game: string, events: string, ways: import("../../components/fight-questions.js").Ways, seed: number }}
 *   Question the question of the forecast
 * @typedef {"coverage" | "variations" | "sample"} Part
 */

export class ForecastParts {
  /** @type {HTMLElement} */
  #element;
  /** @type {Question | null} */
  #question = null;
  /** @type {AbortController | null} */
  #work = null;
  /** The part that is worked on. @type {Part | ""} */
  #current = "";
  #isCovered = false;
  #isCompared = false;
  #sample = 0; // the number of the fight that was played out last

  /** @param {HTMLElement} forecast */
  constructor(forecast) {
    this.#element = find(forecast, ".fb-forecast-parts", HTMLElement);
    this.#element.addEventListener("click", this.#handleClick);
  }

  /** Begin with the answer to a question: ask for what the forecast plays. @param {Question} question */
  begin(question) {
    this.clear();
    this.#question = question;
    this.#askCoverage();
  }

  /** Stop, and keep what there is. */
  stop() {
    this.#work?.abort();
    this.#question = null;
    this.#show();
  }

  /** Stop, and drop what there is. */
  clear() {
    this.stop();
    this.#isCovered = false;
    this.#isCompared = false;
    this.#sample = 0;
    for (const place of this.#element.querySelectorAll("[data-part]")) place.replaceChildren();
    this.#show();
  }

  #askCoverage() {
    if (!this.#isCovered) this.#ask("coverage", [], () => (this.#isCovered = true));
  }

  /** Ask for one variation more, until there are no more. @param {number} count */
  async #askVariations(count = 1) {
    const answer = await this.#ask("variations", [count], (found) => (this.#isCompared = found.done));
    if (answer && !answer.done) this.#askVariations(answer.rows + 1);
    else if (answer) this.#finish(answer.said);
  }

  async #askSample() {
    const number = this.#sample + 1;
    const answer = await this.#ask("sample", [number], () => (this.#sample = number));
    if (answer) this.#finish(answer.said);
  }

  /** Announce an answer, and continue with what waits. @param {string} sentence */
  #finish(sentence) {
    say(sentence);
    this.#askCoverage();
  }

  /**
   * Ask for a part in place of the one that is worked on, and show it. Return null if it was left or refused.
   * @param {Part} part
   * @param {number[]} more
   * @param {(answer: import("../../components/fight-questions.js").ForecastPart) => void} take
   */
  async #ask(part, more, take) {
    if (!this.#question) return null;
    this.#work?.abort();
    const work = new AbortController();
    this.#work = work;
    this.#current = part;
    this.#show();
    const place = this.#findPlace(part);
    const { game, events, ways, seed } = this.#question;
    const args = [events, JSON.stringify(ways), seed, ...more];
    const asked = askForecastPart(this.#element, game, part, args, work.signal);
    const waiting = place.hasChildNodes() ? () => {} : () => showWaiting(place, "");
    const found = await showWhileWaiting(asked, waiting);
    if (this.#work !== work) return null;
    this.#work = null;
    this.#current = "";
    if (work.signal.aborted || !found) {
      place.querySelector("fb-status")?.remove();
      this.#show();
      return null;
    }
    if (found.error !== undefined) {
      showError(place, found.error);
      this.#show();
      return null;
    }
    const parts = new Parts(place);
    if (part !== "sample") parts.note();
    place.innerHTML = found.html;
    if (part !== "sample") parts.restore();
    take(found);
    this.#show();
    return found;
  }

  /** @param {Part} part */
  #findPlace(part) {
    return find(this.#element, `[data-part="${part}"]`, HTMLElement);
  }

  #show() {
    const isComparing = this.#current === "variations";
    const compare = find(this.#element, ".fb-forecast-compare", HTMLElement);
    const play = find(this.#element, ".fb-forecast-play", HTMLElement);
    compare.textContent = isComparing ? "Stop comparing" : "Compare changes";
    compare.hidden = !this.#question || this.#isCompared;
    play.hidden = !this.#question;
    this.#element.hidden = !this.#question && !this.#element.querySelector("[data-part]:not(:empty)");
  }

  /** @param {Event} event */
  #handleClick = (event) => {
    const pressed = findClicked(event);
    if (pressed?.matches(".fb-forecast-play")) this.#askSample();
    else if (pressed?.matches(".fb-forecast-compare") && this.#current === "variations") {
      this.#work?.abort();
      say("Stopped.");
    } else if (pressed?.matches(".fb-forecast-compare")) this.#askVariations();
  };
}
