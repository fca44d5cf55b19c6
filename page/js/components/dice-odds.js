// <fb-dice-odds>: the odds of dice that the reader types, alone or against other dice.
import {
  toName,
  Counts,
  find,
  storeState,
  listenToSteppers,
  buildOdds,
  ResultView,
  readState,
  shortenName,
  showError,
  make,
  values,
} from "#shared";

const PAUSE = 300; // milliseconds without typing before the page asks for the odds

class DiceOdds extends HTMLElement {
  /** @type {Counts | undefined} */
  #counts;
  #timer = 0;

  connectedCallback() {
    if (this.#counts) return;
    this.form = find(this, "form", HTMLFormElement);
    this.place = new ResultView(find(this, ".fb-dice-odds-body", HTMLElement), this, false);
    this.#counts = new Counts(this, () => this.#handleChange());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#handleChange();
    });
    this.form.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#handleChange(), PAUSE);
    });
    listenToSteppers(this.form);
    const state = readState(this);
    if (!state) return;
    const problems = [
      ...this.#counts.restore(state),
      ...values.setValues(
        this.form,
        state.filter(([name]) => name !== "odds-count"),
      ),
    ];
    if (problems.length) showError(this.insertBefore(make("div"), this.form), problems.join(" "));
    this.#ask();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  #handleChange() {
    clearTimeout(this.#timer);
    if (!this.form || !this.#counts) return;
    storeState(this, { ...values.readChangedValues(this.form), ...this.#counts.state });
    this.#ask();
  }

  /** Ask for the odds of the typed dice, compared with other dice if the reader typed those too. */
  #ask() {
    if (!this.form || !this.#counts) return;
    const { notation = "", against = "" } = values.readValues(this.form);
    const others = against.trim() ? [{ name: nameDice(against), dice: against }] : [];
    this.place?.ask(buildOdds("dice", { notation }, [JSON.stringify(others), this.#counts.value, nameDice(notation)]));
  }
}

/** @param {string} notation */
const nameDice = (notation) => toName(shortenName(notation)) || "–";

customElements.define("fb-dice-odds", DiceOdds);
