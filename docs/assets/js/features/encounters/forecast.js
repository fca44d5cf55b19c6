// Forecast of a fight. The reader starts it and can stop it at any time; rolls take precedence.
import { clicked, find, focusOn, Parts, say, showError, showWaiting, whileWaiting } from "#shared";
import { askForecast } from "../../components/fight-questions.js";

/** @typedef {HTMLSelectElement | HTMLInputElement} Field */

const A_LOOK = 100; // simulated fights between two updates

/** A fight's forecast, which lives as long as the fight is on the page. */
export class Forecast {
  /** @type {HTMLElement} */
  element;
  #game = "";
  #events = "[]"; // of the current fight
  #asked = ""; // those of the answer
  #seed = 0;
  /** @type {AbortController | null} */
  #work = null;

  /** @param {HTMLElement} fight */
  constructor(fight) {
    this.#game = fight.getAttribute("game") ?? "";
    const template = find(fight, "template[data-forecast]", HTMLTemplateElement);
    this.element = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
    this.element.addEventListener("click", this.#clicked);
    this.element.addEventListener("change", () => this.#ask());
    this.#show();
  }

  /**
   * Put the forecast into the fight. Without a place for it the fight is decided, so stop.
   * @param {Element} stage
   */
  standIn(stage) {
    const place = stage.querySelector(".fb-forecast-place");
    if (place) place.append(this.element);
    else this.stop();
  }

  /** Follow the fight's events; an answer for other events is outdated. @param {FightEvent[]} events */
  follow(events) {
    this.#events = JSON.stringify(events);
    if (this.#asked && this.#asked !== this.#events) this.#work?.abort();
    this.#show();
  }

  /** Stop the simulation. */
  stop() {
    this.#work?.abort();
    this.#work = null;
    this.element.querySelector("fb-status")?.remove();
    this.#show();
  }

  async #ask() {
    this.#work?.abort();
    const work = new AbortController();
    const events = this.#events;
    if (this.#asked !== events || !this.#seed) [this.#seed] = crypto.getRandomValues(new Uint32Array(1));
    const seed = this.#seed; // the same for all questions about the same fight, so that their answers compare
    const ways = this.#ways; // read before the answer, which has some of the fields, is cleared
    const answer = this.#part(".fb-forecast-answer");
    const parts = new Parts(answer);
    parts.note();
    const changed = this.#focusedField?.name;
    this.#work = work;
    this.#asked = events;
    answer.replaceChildren();
    this.#show();
    for (let wanted = A_LOOK; !work.signal.aborted; wanted += A_LOOK) {
      const asked = askForecast(this.element, this.#game, events, ways, seed, wanted, work.signal);
      const found = await whileWaiting(asked, () => showWaiting(answer, ""));
      if (!found || work.signal.aborted) break;
      if (found.error !== undefined) {
        showError(answer, found.error);
        break;
      }
      const field = this.#focusedField;
      if (!found.done && field instanceof HTMLInputElement && field.value !== field.defaultValue) continue; // typing
      parts.note();
      answer.innerHTML = found.html;
      parts.restore();
      this.#focusAgain(field?.name ?? changed);
      if (found.done) {
        say(found.said);
        break;
      }
    }
    if (this.#work === work) this.stop();
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

  /** Focus a field of the new answer, if the old answer took the focus with it. @param {string | undefined} name */
  #focusAgain(name) {
    if (!name || (document.activeElement && document.activeElement !== document.body)) return;
    const field = this.element.querySelector(`.fb-forecast-answer [name="${CSS.escape(name)}"]`);
    if (field instanceof HTMLElement) field.focus({ preventScroll: true });
  }

  /** Update the buttons and the note; the focus stays in the panel. */
  #show() {
    const focused = document.activeElement;
    const isWorking = Boolean(this.#work && !this.#work.signal.aborted);
    const isAsked = Boolean(this.#asked);
    const isOld = isAsked && this.#asked !== this.#events;
    this.element.toggleAttribute("data-old", isOld);
    this.element.setAttribute("aria-busy", String(isWorking));
    this.#part(".fb-forecast-stop").hidden = !isWorking;
    this.#part(".fb-forecast-close").hidden = !isAsked || isWorking;
    this.#part(".fb-forecast-ask").hidden = isAsked && !isOld;
    this.#part(".fb-forecast-ways").hidden = !isAsked;
    this.#part(".fb-forecast-note").textContent = isWorking
      ? "Simulating fights. You can keep rolling."
      : isOld
        ? "The fight has changed since this forecast."
        : "";
    if (focused instanceof HTMLElement && focused.hidden && this.element.contains(focused)) {
      focusOn(this.element.querySelector("button:not([hidden])"));
    }
  }

  /** @param {string} selector */
  #part(selector) {
    return find(this.element, selector, HTMLElement);
  }

  /** @param {Event} event */
  #clicked = (event) => {
    const pressed = clicked(event);
    if (pressed?.matches(".fb-forecast-ask")) this.#ask();
    else if (pressed?.matches(".fb-forecast-stop")) {
      this.stop();
      say("Stopped.");
    } else if (pressed?.matches(".fb-forecast-close")) {
      this.#asked = "";
      this.#part(".fb-forecast-answer").replaceChildren();
      this.#show();
    }
  };
}
