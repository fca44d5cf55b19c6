// <fb-roller>: a mechanic's form, which rolls, reads manual dice, shows odds and keeps its state in the address.
import { say } from "../lib/announce.js";
import { unfold } from "../lib/disclosure.js";
import { findClicked, find } from "../lib/dom.js";
import { storeState, linkTo, readState } from "../lib/url-state.js";
import { askDice, buildResolve, buildRoll } from "../rules-client/client.js";
import { requestInitialDice } from "./die-slot.js";
import { remember, readRemembered } from "./forms/form-state.js";
import { explain, summarize } from "./forms/groups.js";
import { FieldError } from "./forms/field-error.js";
import { listenToSteppers } from "./forms/steppers.js";
import { readChangedValues, setValue, setValues, readValues } from "./forms/values.js";
import { storeLast, readLast, describeStorage } from "./last-roll.js";
import { ManualDiceOpener } from "./manual-dice-opener.js";
import { computeFilled, findPending } from "./prefill.js";
import { finishCard, ResultView, show, showError, showWhileWaiting } from "./result-view.js";
import { RollerOdds } from "./roller-odds.js";

/** @typedef {import("./forms/values.js").Values} Values */
/** @typedef {import("../rules-client/client.js").Answer | import("../rules-client/client.js").Refusal} Answer */

export class Roller extends HTMLElement {
  /** @type {ResultView | undefined} */
  #place;
  /** @type {RollerOdds | null} */
  #odds = null;
  /** @type {ManualDiceOpener | null} */
  #manualDice = null;
  /** @type {FieldError | null} */
  #error = null;

  connectedCallback() {
    if (this.#place) return;
    customElements.upgrade(this); // after instant navigation, the form's lists are upgraded after the form
    this.#place = new ResultView(find(this, ".fb-result", HTMLElement), this);
    this.#error = new FieldError(this.form);
    const odds = this.querySelector("details.fb-odds");
    if (odds instanceof HTMLDetailsElement) {
      const storeNow = () => this.#storeState();
      const mark = (/** @type {Answer} */ answer, /** @type {HTMLElement} */ place) => this.#mark(answer, place);
      this.#odds = new RollerOdds(odds, this.form, this.mechanic, storeNow, mark);
    }
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.roll();
    });
    this.form.addEventListener("input", (event) => this.#handleChange(event));
    this.form.addEventListener("click", (event) => this.#handleClick(findClicked(event)));
    this.#manualDice = this.#makeManualDice();
    listenToSteppers(this.form);
    this.#restore();
  }

  get mechanic() {
    return this.getAttribute("mechanic") ?? "";
  }

  /** True if it is part of a result rather than of the page. */
  get isPart() {
    return this.hasAttribute("stands-for");
  }

  get form() {
    return find(this, "form", HTMLFormElement);
  }

  /** Roll with the form's values, after the active character has filled the form. */
  roll() {
    const { form, mechanic } = this;
    const values = readValues(form);
    const question = buildRoll(mechanic, values);
    const given = findPending(this);
    if (!given) return this.#ask(question);
    const touched = readChangedValues(form);
    const whole = given.then(({ rolls, isChosen }) =>
      computeFilled(form, values, touched, rolls[mechanic] ?? {}, isChosen),
    );
    const later = whole.then((said) => buildRoll(mechanic, said.values).args);
    return this.#ask(
      { ...question, later },
      whole.then(({ changed }) => changed),
    );
  }

  /** Offer manual dice if the rule rolls dice. */
  #makeManualDice() {
    const opener = this.querySelector(".fb-own-open");
    if (!(opener instanceof HTMLButtonElement)) return null;
    const place = find(this, ".fb-own", HTMLElement);
    return new ManualDiceOpener(
      place,
      opener,
      async (fallen, signal) => {
        const atFirst = requestInitialDice(place, readChangedValues(this.form), fallen);
        if (atFirst) return atFirst;
        const asked = Promise.resolve(findPending(this)).then(() =>
          askDice(this.mechanic, readValues(this.form), fallen, signal),
        );
        return showWhileWaiting(asked, () => this.#manualDice?.wait());
      },
      (faces) => this.#ask(buildResolve(this.mechanic, readValues(this.form), faces)),
    );
  }

  /**
   * @param {import("../rules-client/client.js").Question} question
   * @param {Values | Promise<Values>} changed the request's values that differ from the page's presets
   */
  async #ask(question, changed = readChangedValues(this.form)) {
    const answer = await this.#place?.ask(question);
    const values = await changed;
    if (answer && this.#place) this.#mark(answer, this.#place.element);
    if (!answer || answer.error !== undefined) return null;
    if (this.#hasLast && question.source !== "shared") storeLast(this.mechanic, { answer, values });
    this.#finish(answer, values, question.source);
    return answer;
  }

  /**
   * Mark the field that a refusal is about. The sentence is only in the place of the answer that was asked for last.
   * @param {Answer} answer
   * @param {HTMLElement} place
   */
  #mark(answer, place) {
    if (answer.error === undefined) {
      this.#error?.clear();
      return;
    }
    for (const other of this.querySelectorAll(".fb-error")) {
      if (!place.contains(other) && other.textContent === answer.error) other.remove();
    }
    const field = this.#error?.mark(answer.field, place.querySelector(".fb-error"));
    if (field) this.form.dispatchEvent(new CustomEvent("refused"));
  }

  /**
   * Add source and share button to an answer.
   * @param {import("../rules-client/client.js").Answer} answer
   * @param {import("./forms/values.js").Values} values the request's values
   * @param {import("../rules-client/client.js").Source} [source] the source of its faces
   */
  #finish(answer, values, source) {
    const faces = answer.roll?.faces.join(",") ?? "";
    if (!this.#place) return;
    finishCard(this.#place.element, source, this.hasAttribute("unshared") ? "" : faces, () =>
      linkTo(this, { ...values, faces }),
    );
    if (this.#hasLast && source !== "shared") this.#place.element.append(describeStorage(this.mechanic));
  }

  get #hasLast() {
    return this.hasAttribute("keeps-last");
  }

  /** Show the last roll if this roller saves it. */
  #showLast() {
    const last = this.#hasLast ? readLast(this.mechanic) : null;
    if (!last || !this.#place) return;
    show(this.#place.element, { ...last.answer, said: "" }, false);
    this.#finish(last.answer, last.values, undefined);
  }

  /** @param {Event} event */
  #handleChange({ target }) {
    if (!(target instanceof Element)) return;
    if (target instanceof HTMLSelectElement && target.closest(".fb-pick")) {
      if (!target.value) return;
      for (const [name, value] of Object.entries(JSON.parse(target.value))) setValue(this.form, name, value);
    } else if (!target.getAttribute("name")) return;
    this.#error?.clear();
    summarize(this.form);
    this.#storeState();
    this.#odds?.update();
    this.#manualDice?.update();
  }

  /** Save the form's values in the tab and in the address. */
  #storeState() {
    if (this.isPart) return;
    remember(this, this.#state);
    storeState(this, this.#state);
  }

  get #state() {
    return { ...readChangedValues(this.form), ...this.#odds?.state };
  }

  /**
   * Set the form and its odds. Return a sentence for each part that can't be used.
   * @param {import("../lib/url-state.js").Pairs} pairs
   */
  #set(pairs) {
    const ofOdds = pairs.filter(([name]) => this.#odds?.isOfOdds(name));
    const problems = this.#odds?.restore(ofOdds) ?? [];
    problems.push(
      ...setValues(
        this.form,
        pairs.filter((pair) => !ofOdds.includes(pair)),
      ),
    );
    return { problems, ofOdds };
  }

  /** @param {HTMLButtonElement | null} pressed */
  #handleClick(pressed) {
    if (pressed?.matches(".fb-explain")) explain(this.form, pressed);
  }

  /** Restore the state from the address without rolling. */
  async #restore() {
    if (this.isPart) return;
    const state = readState(this);
    const faces = state?.find(([name]) => name === "faces")?.[1];
    if (faces === undefined) this.#showLast();
    if (!state) this.#set(readRemembered(this));
    this.#odds?.update(); // the reader may have opened them before this script ran
    summarize(this.form);
    if (!state || !this.#place) return;
    unfold(this);
    const { problems, ofOdds } = this.#set(state.filter(([name]) => name !== "faces"));
    remember(this, this.#state);
    if (ofOdds.length && this.#odds) this.#odds.root.open = true;
    summarize(this.form);
    if (problems.length) showError(this.#place.element, problems.join(" "));
    else if (faces !== undefined) {
      const answer = await this.#ask(buildResolve(this.mechanic, readValues(this.form), faces, "shared"));
      if (answer) say(`A shared roll. ${answer.said}`);
    }
  }
}
