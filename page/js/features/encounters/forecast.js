// Forecast of a fight. The reader starts it and can stop it at any time; rolls take precedence.
import { FieldError, find, findClicked, focusOn, Parts, say, showError, showWaiting, showWhileWaiting } from "#shared";
import { askForecast } from "../../components/fight-questions.js";
import { findNextLook } from "./forecast-pace.js";
import { ForecastParts } from "./forecast-parts.js";
import { moveTo } from "./kept-fields.js";

/** @typedef {HTMLSelectElement | HTMLInputElement} Field */

/** A fight's forecast, which lives as long as the fight is on the page. */
export class Forecast {
  /** @type {HTMLElement} */
  element;
  #game = "";
  /** @type {FieldError} */
  #error;
  #events = "[]"; // of the current fight
  #asked = ""; // those of the last question
  #isOutdated = false; // true until the last question is answered
  #seed = 0;
  /** The last question. @type {import("./forecast-parts.js").Question | null} */
  #question = null;
  #fights = 0; // simulated for the answer that is shown
  /** @type {ForecastParts} */
  #parts;
  /** @type {AbortController | null} */
  #work = null;

  /** @param {HTMLElement} fight */
  constructor(fight) {
    this.#game = fight.getAttribute("game") ?? "";
    const template = find(fight, "template[data-forecast]", HTMLTemplateElement);
    this.element = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
    this.#error = new FieldError(this.element);
    this.#parts = new ForecastParts(this.element);
    this.element.addEventListener("click", this.#handleClick);
    this.element.addEventListener("change", () => this.#ask());
    this.#show();
  }

  /**
   * Put the forecast into its place: on the mat before the first roll, then in the drawer about the fight. It goes on
   * while the drawer is closed, and stops once the fight is decided.
   * @param {Element} stage
   */
  moveInto(stage) {
    const places = [...stage.querySelectorAll(".fb-forecast-place")];
    const place = places.at(-1);
    if (place) moveTo(place, this.element);
    if (stage.querySelector(".fb-stamped")) this.stop();
  }

  /** Follow the fight's events; an answer for other events is outdated. @param {FightEvent[]} events */
  follow(events) {
    this.#events = JSON.stringify(events);
    if (this.#asked && this.#asked !== this.#events) {
      this.#work?.abort();
      this.#parts.stop();
    }
    this.#show();
  }

  /** Stop the simulation. */
  stop() {
    this.#work?.abort();
    this.#work = null;
    this.element.querySelector("fb-status")?.remove();
    this.#show();
  }

  /** Ask with the values of the form. The last answer stays until the new one is there, or for good after an error. */
  async #ask() {
    this.#work?.abort();
    const work = new AbortController();
    const events = this.#events;
    if (this.#asked !== events || !this.#seed) [this.#seed] = crypto.getRandomValues(new Uint32Array(1));
    const seed = this.#seed; // the same for all questions about the same fight, so that their answers compare
    const ways = this.#ways;
    const answer = this.#findPart(".fb-forecast-answer");
    const status = this.#findPart(".fb-forecast-status");
    const parts = new Parts(answer);
    this.#work = work;
    this.#asked = events;
    this.#isOutdated = true;
    this.#fights = 0;
    const question = { game: this.#game, events, ways, seed };
    this.#question = question;
    this.#parts.stop();
    this.#clearError();
    this.#show();
    let since = performance.now();
    let wanted = findNextLook(0, 0, 0);
    while (!work.signal.aborted) {
      const asked = askForecast(this.element, this.#game, events, ways, seed, wanted, work.signal);
      const found = await showWhileWaiting(asked, () => showWaiting(status, ""));
      if (!found || work.signal.aborted) break;
      if (found.error !== undefined) {
        this.#refuse(found.error, found.field);
        break;
      }
      const now = performance.now();
      wanted = findNextLook(found.fights, found.fights - this.#fights, now - since);
      this.#fights = found.fights;
      since = now;
      const field = this.#focusedField;
      if (field instanceof HTMLInputElement && field.value !== ways[field.name]) {
        if (!found.done) continue;
        await new Promise((left) => field.addEventListener("blur", left, { once: true }));
        if (work.signal.aborted) break;
      }
      parts.note();
      const focused = this.#focusedField?.name;
      status.replaceChildren();
      answer.innerHTML = found.html;
      this.#isOutdated = false;
      parts.restore();
      if (focused) this.#focusAgain(focused);
      this.#show();
      if (found.done) {
        say(found.said);
        this.#parts.begin(question);
        break;
      }
    }
    if (this.#work === work) this.stop();
  }

  /**
   * Show why a value was refused, next to its field. The answer and the form stay as they are.
   * @param {string} sentence
   * @param {string} [name] the field that it is about
   */
  #refuse(sentence, name) {
    if (!this.#error.show(name, sentence)) showError(this.#findPart(".fb-forecast-status"), sentence);
  }

  #clearError() {
    this.#findPart(".fb-forecast-status").replaceChildren();
    this.#error.clear();
  }

  /** @returns {import("../../components/fight-questions.js").Ways} */
  get #ways() {
    const fields = /** @type {NodeListOf<Field>} */ (this.element.querySelectorAll("select, input"));
    return Object.fromEntries([...fields].map(({ name, value }) => [name, value]));
  }

  /** The field of the answer that has the focus. @returns {Field | null} */
  get #focusedField() {
    return this.element.querySelector(".fb-forecast-answer :is(select, input):focus");
  }

  /** Focus a field of the new answer, as the old answer took the focus with it. @param {string} name */
  #focusAgain(name) {
    const field = this.element.querySelector(`.fb-forecast-answer [name="${CSS.escape(name)}"]`);
    if (field instanceof HTMLElement) field.focus({ preventScroll: true });
  }

  /** Update the buttons and the note; the focus stays in the panel. */
  #show() {
    const focused = document.activeElement;
    const isWorking = Boolean(this.#work && !this.#work.signal.aborted);
    const isAsked = Boolean(this.#asked);
    const isAnswered = this.#findPart(".fb-forecast-answer").hasChildNodes();
    const isOfEarlierFight = isAsked && this.#asked !== this.#events;
    const isOld = isAsked && (isOfEarlierFight || this.#isOutdated);
    this.element.toggleAttribute("data-old", isOld);
    this.element.setAttribute("aria-busy", String(isWorking));
    this.#findPart(".fb-forecast-stop").hidden = !isWorking;
    this.#findPart(".fb-forecast-close").hidden = !isAsked || isWorking;
    this.#findPart(".fb-forecast-ask").hidden = isWorking || (isAsked && !isOld);
    this.#findPart(".fb-forecast-ways").hidden = !isAsked;
    const notes = [
      isWorking && `${this.#progress} You can keep rolling.`,
      isOfEarlierFight && "The fight has changed since this forecast.",
      isOld && !isOfEarlierFight && isAnswered && "The forecast below is the earlier one.",
    ];
    this.#findPart(".fb-forecast-note").textContent = notes.filter(Boolean).join(" ");
    if (focused instanceof HTMLElement && focused.hidden && this.element.contains(focused)) {
      focusOn(this.element.querySelector("button:not([hidden])"));
    }
  }

  get #progress() {
    return this.#fights ? `After ${this.#fights} fights, and more are simulated.` : "Simulating fights.";
  }

  /** @param {string} selector */
  #findPart(selector) {
    return find(this.element, selector, HTMLElement);
  }

  /** @param {Event} event */
  #handleClick = (event) => {
    const pressed = findClicked(event);
    if (pressed?.matches(".fb-forecast-ask")) this.#ask();
    else if (pressed?.matches(".fb-forecast-stop")) {
      this.stop();
      say("Stopped.");
      if (this.#question && this.#fights) this.#parts.begin(this.#question);
    } else if (pressed?.matches(".fb-forecast-close")) {
      this.#asked = "";
      this.#clearError();
      this.#parts.clear();
      this.#findPart(".fb-forecast-answer").replaceChildren();
      this.#show();
    }
  };
}
