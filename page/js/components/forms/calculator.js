// <fb-calc>: a calculator. It answers every change at once, keeps its state in the address and compares set-ups.
import { make, findClicked, find } from "../../lib/dom.js";
import { canShare, copy, share } from "../../lib/share.js";
import { storeState, linkTo, readState } from "../../lib/url-state.js";
import { askRules, buildCalculate, PLAIN } from "../../rules-client/client.js";
import { RequestTracker } from "../request-tracker.js";
import { showError, showWaiting, showWhileWaiting } from "../result-view.js";
import { Answers } from "./answers.js";
import { isOfSetUps } from "./comparison-url.js";
import { Comparison } from "./comparison.js";
import { remember, readRemembered } from "./form-state.js";
import { explain } from "./groups.js";
import { FieldError } from "./field-error.js";
import { COUNTS, Counts } from "./odds-mode.js";
import { listenToSteppers } from "./steppers.js";
import { readChangedValues, readPresets, setValue, setValues, readValues } from "./values.js";
import { findWhatIf } from "./what-if.js";

const LINK = "Link to these numbers";
const LATE = 500; // milliseconds until the numbers of other values disappear

export class Calculator extends HTMLElement {
  #pending = new RequestTracker();
  /** @type {Answers | undefined} */
  #answers;
  /** @type {Comparison | undefined} */
  #comparison;
  /** @type {Counts | undefined} */
  #counts;
  /** @type {ReturnType<typeof findWhatIf>} */
  #whatIf = null;
  #error = new FieldError(this);

  connectedCallback() {
    if (this.#comparison) return;
    customElements.upgrade(this); // after instant navigation, the form's lists are upgraded after the form
    this.#comparison = new Comparison(find(this, ".fb-beside", HTMLButtonElement), this.form, () =>
      this.#handleChange(),
    );
    this.#counts = new Counts(this, () => this.#handleChange());
    this.#answers = new Answers(this, this.#buildSetUp(readPresets(this.form), PLAIN));
    this.#whatIf = findWhatIf(this, this.calculator, () => readValues(this.form), this.#counts);
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("input", ({ target }) => this.#handleEntry(target));
    listenToSteppers(this.form);
    this.form.addEventListener("click", (event) => {
      const pressed = findClicked(event, ".fb-explain");
      const side = pressed?.closest(".fb-side");
      if (pressed && side) explain(side, pressed);
    });
    find(this, ".fb-copy", HTMLButtonElement).addEventListener("click", (event) => {
      const button = findClicked(event);
      if (button) copy(button, this.link, LINK);
    });
    const shareButton = find(this, ".fb-share", HTMLButtonElement);
    shareButton.hidden = !canShare();
    shareButton.addEventListener("click", () => share(shareButton, this.link, LINK));
    this.#restore();
  }

  get calculator() {
    return this.getAttribute("calculator") ?? "";
  }

  get form() {
    return find(this, "form", HTMLFormElement);
  }

  /** The set-up to compare with, or null if there is none or several. */
  get comparedSetUp() {
    return this.#comparison?.values ?? null;
  }

  /** The address of the current values. */
  get link() {
    return linkTo(this, this.#readState());
  }

  /**
   * Calculate the numbers of the form, or show them at once if they are known. A change cancels the previous request.
   */
  async update() {
    const setUp = this.#setUp;
    const pending = this.#pending.add(false);
    if (this.#answers?.recall(setUp)) {
      this.#pending.cancel();
      this.#clearMessages();
    } else {
      this.#answers?.markOutdated();
      const asked = askRules(
        this,
        buildCalculate(this.calculator, readValues(this.form), this.#oddsView),
        pending.signal,
      );
      const clear = () => pending.signal.aborted || this.#answers?.clear();
      const answer = await showWhileWaiting(asked, () => this.#wait(), { after: LATE, run: clear });
      if (!this.#pending.settle(pending) || !answer || !this.isConnected) return;
      if (answer.error === undefined) this.#show(setUp, answer);
      else this.#refuse(answer);
    }
    this.#whatIf?.refresh();
  }

  #wait() {
    this.#answers?.clear();
    if (!this.querySelector("fb-status")) showWaiting(this.#findStatus(), "Calculating the numbers…");
  }

  /** @param {string} setUp @param {import("../../rules-client/client.js").Answer} answer */
  #show(setUp, { html, summary = "", said = "" }) {
    this.#clearMessages();
    this.#answers?.show(setUp, { html, summary, said });
  }

  /**
   * Show why a value was refused, next to its field if the message is about a field.
   * @param {import("../../rules-client/client.js").Refusal} refusal
   */
  #refuse({ error, field }) {
    this.#answers?.clear();
    this.#clearMessages();
    if (!this.#error.show(field, error)) showError(this.#findStatus(), error);
  }

  #clearMessages() {
    this.querySelector(".fb-calc-status")?.remove();
    this.#error.clear();
  }

  /** The request as text: both set-ups. */
  get #setUp() {
    return this.#buildSetUp(readValues(this.form), this.#oddsView);
  }

  /** @param {import("./values.js").Values} values @param {import("../../rules-client/client.js").Shown} shown */
  #buildSetUp(values, shown) {
    return buildCalculate(this.calculator, values, shown).args.join("\n");
  }

  /** The sets to compare with and the odds mode. @returns {import("../../rules-client/client.js").Shown} */
  get #oddsView() {
    const [beside, called] = this.#comparison?.request ?? ["", ""];
    return [beside, this.#counts?.value ?? "", called];
  }

  /** Return the place for messages: in the bar that stays in view on a phone, otherwise above the numbers. */
  #findStatus() {
    this.querySelector(".fb-calc-status")?.remove();
    const place = make("div", { className: "fb-calc-status" });
    const bar = find(this, ".fb-calc-summary", HTMLElement);
    if (bar.offsetHeight) bar.prepend(place);
    else find(this, ".fb-calc-body", HTMLElement).before(place);
    return place;
  }

  /** @param {EventTarget | null} field */
  #handleEntry(field) {
    if (field instanceof HTMLSelectElement && field.closest(".fb-pick")) {
      if (!field.value) return;
      for (const [name, value] of Object.entries(JSON.parse(field.value))) setValue(this.form, name, value);
    }
    this.#handleChange();
  }

  #handleChange() {
    remember(this, this.#readState());
    storeState(this, this.#readState());
    this.update();
  }

  /** Return the values that differ from the page's presets, as the address stores them. */
  #readState() {
    return { ...readChangedValues(this.form), ...this.#comparison?.state, ...this.#counts?.state };
  }

  /** Restore the state from the address: first the compared set-up, by means of the form, then the form's own. */
  #restore() {
    const asked = readState(this);
    const state = asked ?? readRemembered(this);
    const isOfForm = (/** @type {[string, string]} */ [name]) => name !== COUNTS && !isOfSetUps(name);
    const problems = [
      ...(this.#counts?.restore(state) ?? []),
      ...(this.#comparison?.restore(state) ?? []),
      ...setValues(this.form, state.filter(isOfForm)),
    ];
    if (asked) remember(this, this.#readState());
    else if (state.length) storeState(this, this.#readState());
    if (this.#setUp !== this.#answers?.presets) {
      this.#answers?.clear();
      this.update();
    }
    if (!problems.length || !asked) return;
    const place = make("div");
    this.prepend(place);
    showError(place, problems.join(" "));
  }
}
