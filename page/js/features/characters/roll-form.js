// The form of a roll: against what, the odds of every result, and the player's own dice. It comes from below on a phone.
import { askRollForm, readFields } from "#play-shared";
import {
  askDice,
  FieldError,
  ignoreRepeats,
  listenToSteppers,
  make,
  makeButton,
  resolveAddress,
  sayWaiting,
  showError,
  showWaiting,
  showWhileWaiting,
} from "#shared";
import { readChoices, storeChoices } from "./stored-choices.js";
import { updateContent } from "./redraw.js";

/**
 * @typedef {import("../../components/sheet-questions.js").Control} Control
 * @typedef {import("../../components/sheet-questions.js").RollFormAnswer} RollFormAnswer
 * @typedef {{ sheet: string, fields: object }} Data
 */

const AFTER = "Your roll follows.";

export class RollForm {
  element = /** @type {HTMLDialogElement} */ (make("dialog", { className: "fb-roll-form" }));
  /** @type {AbortController | null} */
  #asking = null;
  #hasChanged = false;
  /** @type {import("#manual-dice").ManualDice | null} */
  #dice = null;
  /** @type {(() => void) | null} what closes the open form */
  #end = null;

  /**
   * @param {string} id the sheet's id
   * @param {() => Promise<Data>} load returns the sheet as it is stored
   * @param {(control: Control, place: HTMLElement, faces: string) => void} roll
   * @param {() => void} finish called once a form is closed that has changed stored choices
   */
  constructor(id, load, roll, finish) {
    this.id = id;
    this.load = load;
    this.roll = roll;
    this.finish = finish;
    this.element.addEventListener("close", () => this.#end?.());
    this.element.addEventListener("click", ({ target, clientX, clientY }) => {
      if (target === this.element && isOutside(this.element, clientX, clientY)) this.element.close();
    });
  }

  /**
   * Open the form of a control.
   * @param {Control} control
   * @param {HTMLElement} place of the answer
   * @param {boolean} withDice true if it asks for the player's own dice at once
   */
  async open(control, place, withDice = false) {
    const data = await this.load();
    const asking = this.#start();
    const answer = await askRollForm(data, readChoices(this.id), control, null, asking.signal);
    if (asking.signal.aborted || !answer) return "";
    if (answer.error !== undefined) return answer.error;
    this.#hasChanged = false;
    this.#draw(data, control, place, answer);
    this.element.showModal();
    if (withDice) this.element.querySelector(/** @type {"button"} */ (".fb-roll-form-dice"))?.click();
    else this.#focusFirst(answer.asked[0]);
    return "";
  }

  /** Cancel the question that is under way, and return the controller of the next one. */
  #start() {
    this.#asking?.abort();
    return (this.#asking = new AbortController());
  }

  /** Focus the field that still needs a value, or the first one. @param {string} [asked] its name */
  #focusFirst(asked) {
    const fields = this.element.querySelector(".fb-roll-form-fields");
    const missing = asked && fields?.querySelector(`[name="${CSS.escape(asked)}"]`);
    const first = fields?.querySelector("input:checked") ?? fields?.querySelector("input, select, textarea");
    const wanted = missing || first || this.element.querySelector(".fb-roll");
    if (wanted instanceof HTMLElement) wanted.focus({ preventScroll: true });
  }

  /**
   * @param {Data} data
   * @param {Control} control
   * @param {HTMLElement} place
   * @param {RollFormAnswer} answer
   */
  #draw(data, control, place, answer) {
    const about = answer.about === answer.title ? [] : [" ", make("small", {}, answer.about)];
    const title = make("h4", { id: "fb-roll-form-title" }, answer.title, ...about);
    const close = makeButton("fb-plate-button fb-icon fb-icon--close", "", "Close");
    const head = make("header", { className: "fb-roll-form-head" }, title);
    if (answer.rule) {
      head.append(make("a", { className: "fb-plain fb-rule-link", href: resolveAddress(answer.rule) }, "Rule"));
    }
    head.append(close);
    const line = make("p", { className: "fb-roll-form-line" });
    const odds = make("div", { className: "fb-roll-form-odds" });
    const form = make("form", { className: "fb-form fb-roll-form-fields", noValidate: true });
    const button = make("button", { type: "button", className: "fb-roll" });
    const own = makeButton("fb-do fb-roll-form-dice", "My dice");
    own.setAttribute("aria-expanded", "false");
    const ask = makeButton("fb-do fb-ask", "Ask a player");
    const asking = make("div", { className: "fb-asking", hidden: true });
    const pad = make("div", { className: "fb-own", hidden: true });
    const problem = make("div", { className: "fb-roll-form-problem", hidden: true });
    const stays = make("p", {});
    const reason = make("p", { className: "fb-roll-form-reason", hidden: true });
    const foot = make(
      "footer",
      { className: "fb-roll-form-foot" },
      reason,
      problem,
      pad,
      button,
      own,
      ask,
      asking,
      stays,
    );
    this.element.setAttribute("aria-labelledby", title.id);
    this.element.replaceChildren(head, line, odds, form, foot);
    this.element.scrollTop = 0;
    const wrong = new FieldError(form);
    const clearProblem = () => {
      wrong.clear();
      problem.replaceChildren();
      problem.hidden = true;
    };
    const showProblem = (/** @type {string} */ sentence, /** @type {string | undefined} */ name) => {
      showError(problem, sentence);
      wrong.mark(name, problem.querySelector(".fb-error"));
    };
    let shown = answer;
    const show = (/** @type {RollFormAnswer} */ next) => {
      shown = next;
      line.innerHTML = next.line;
      odds.innerHTML = next.odds;
      if (next.form) updateContent(form, next.form);
      reason.textContent = next.reason;
      reason.hidden = !next.reason;
      own.hidden = control.by !== undefined;
      const isImpossible = Boolean(next.reason) && !next.control.anyway && control.by === undefined;
      for (const each of [button, own]) each.disabled = isImpossible;
      button.replaceChildren(next.button, ...(next.chance ? [make("small", {}, next.chance)] : []));
      stays.textContent = next.stays;
    };
    show(answer);
    /** @type {Promise<boolean> | null} true once the form shows the roll with its values, null if it can't */
    let drawn = Promise.resolve(true);
    /** Show the roll with the values in the form. Return false if they allow none. */
    const redraw = async () => {
      const asking = this.#start();
      const next = await askRollForm(data, readChoices(this.id), control, readFields(form), asking.signal);
      if (asking.signal.aborted || !next) return false;
      clearProblem();
      if (next.error !== undefined) {
        drawn = null;
        showProblem(next.error, next.field);
        return false;
      }
      show(next);
      storeChoices(this.id, next.kept);
      this.#hasChanged = true;
      this.#dice?.update();
      return true;
    };
    const change = () => {
      drawn = redraw();
    };
    /** Wait until the form shows the roll with what was typed just before the tap, and ask again if it couldn't. */
    const waitUntilDrawn = async () => {
      drawn ??= redraw();
      clearProblem();
      problem.setAttribute("aria-busy", "true");
      problem.hidden = false;
      const isDrawn = await showWhileWaiting(drawn, () => {
        showWaiting(problem, AFTER);
        sayWaiting(AFTER);
      });
      problem.removeAttribute("aria-busy");
      problem.hidden = !problem.hasChildNodes();
      return isDrawn;
    };
    const rollWith = async (/** @type {string} */ faces) => {
      const isPossible = await waitUntilDrawn();
      if (button.disabled || !form.isConnected) return; // an earlier tap may have rolled
      if (isPossible && form.elements.namedItem(shown.asked[0] ?? "")) {
        showProblem("This roll needs one more number. Ask the GM, or guess it.", shown.asked[0]);
      }
      const invalid = form.querySelector("[aria-invalid]");
      if (invalid instanceof HTMLElement) invalid.focus();
      if (invalid || !isPossible) return;
      this.element.close();
      if (control.by === undefined) this.roll(shown.control, place, faces);
    };
    form.addEventListener("input", change);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      rollWith("");
    });
    listenToSteppers(form);
    close.addEventListener("click", () => this.element.close());
    button.addEventListener("click", () => rollWith(""));
    this.#dice = null;
    const openDice = async () => {
      own.removeEventListener("click", openDice);
      const { ManualDice, styles } = await import("#manual-dice").catch(() => ({ ManualDice: null, styles: null }));
      await styles;
      if (!ManualDice) {
        own.addEventListener("click", openDice);
        showError(problem, "The dice couldn't be loaded. Reload the page once you're online.");
        return;
      }
      this.#dice = new ManualDice(
        pad,
        own,
        (fallen, signal) => askDice(shown.mechanic, shown.params, fallen, signal),
        rollWith,
        "Use these dice",
        true,
      );
      this.#dice.toggle();
    };
    own.addEventListener("click", openDice);
    const { name = "" } = /** @type {{ name?: string }} */ (data.fields);
    ask.addEventListener(
      "click",
      ignoreRepeats(() => askPlayer(asking, shown, control, name)),
    );
    this.#end = () => {
      this.#end = null;
      this.#asking?.abort();
      this.element.replaceChildren();
      if (this.#hasChanged) this.finish();
    };
  }
}

/**
 * Show a link with which a player makes a roll of the form.
 * @param {HTMLElement} place
 * @param {RollFormAnswer} shown
 * @param {Control} control
 * @param {string} who the name on the sheet
 */
async function askPlayer(place, { mechanic, params, title }, { chosen = {} }, who) {
  try {
    const { offerRequest } = await import("#requests");
    const texts = Object.fromEntries(Object.entries(chosen).map(([name, value]) => [name, String(value)]));
    await offerRequest(place, { id: mechanic, params, title, who, chosen: texts });
  } catch {
    showError(place, "The link couldn't be made. Reload the page once you're online.");
  }
}

/** Return true if a point is outside an element. @param {Element} element @param {number} x @param {number} y */
function isOutside(element, x, y) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}
