// A sheet to play from: gauges to tap, tiles and cards that roll, changes, and the tabs around them. The rules draw it,
// and each control carries what it does as data.
import {
  bringIntoView,
  changeAround,
  find,
  findClicked,
  findControls,
  finishCard,
  guardTaps,
  linkToRoll,
  make,
  makeButton,
  nameControl,
  noteScroll,
  read,
  ResultView,
  say,
  showError,
  write,
} from "#shared";
import { applyChange, getHistory, putInto, readFields, setFields, undo } from "#play-shared";
import { keep } from "#store";

/**
 * @typedef {object} Deed what a control does
 * @property {string} [roll] the mechanic that it rolls
 * @property {string} [home] page#anchor of the roller
 * @property {string} title
 * @property {Record<string, string | number>} [chosen] the choices for the roll
 * @property {boolean} [anyway] true if unmet requirements are waived
 * @property {string} [change] the change that it makes
 * @property {Record<string, number>} [params] the change's known parameters
 * @property {boolean} [asks] true if the change has other parameters
 *
 * @typedef {object} Gauge
 * @property {string} label
 * @property {number} value
 * @property {number} low
 * @property {number | null} high
 * @property {string} [field] the sheet's field
 * @property {boolean} [missing] true if the field has what is missing from the maximum
 * @property {{ change: string, title: string, param: string } | null} [fewer] the change that takes points off
 * @property {{ change: string, title: string, param: string } | null} [more] the change that adds points
 * @property {string} [list] the field with the list whose entry it belongs to
 * @property {number} [entry] the index of the entry
 * @property {string} [part] the part of the entry
 *
 * @typedef {Partial<Gauge> & { label: string, mark: boolean }} Mark
 */

const LONG_PRESS = 500; // milliseconds
const PARTS = ".fb-cockpit-part";

export class Cockpit {
  element = make("div", { className: "fb-cockpit" });
  #tabs = make("div", { className: "fb-tabs", role: "tablist" });
  #parts = make("div", { className: "fb-tab-parts" });
  #done = make("div", { className: "fb-sheet-done" });
  #result = make("div", { className: "fb-result fb-sheet-result", hidden: true });
  #form = make("div", { className: "fb-change-form", hidden: true });
  #view;
  #open = 0;
  /** The end of the latest action: they happen one after the other. @type {Promise<unknown>} */
  #latest = Promise.resolve();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #press;
  #isLongPress = false;
  #pressedAt = 0;
  /** The control that was tapped last: its name, its index among those with this name, and its part. */
  #touched = { name: "", at: 0, part: 0 };
  /** The change that the result on show has made. @type {import("../../components/sheet-changes.js").Done | null} */
  #rolled = null;
  /** The open field of a gauge, which nothing may replace. @type {HTMLInputElement | null} */
  #typing = null;
  #later = ""; // the contents that came meanwhile

  /**
   * @param {import("#store").StoredRecord} record
   * @param {ReadonlyMap<string, HTMLFormElement>} forms the forms of changes, by the change's id
   * @param {HTMLElement} details the last tab
   * @param {() => Promise<unknown>} redraw draws the sheet as it is stored
   */
  constructor({ id, data }, forms, details, redraw) {
    this.id = id;
    this.kind = data.sheet;
    this.forms = forms;
    this.details = details;
    this.redraw = redraw;
    this.#view = new ResultView(this.#result, this.element, false);
    this.element.append(this.#tabs, this.#parts, details);
    details.setAttribute("role", "tabpanel");
    this.#listen();
  }

  /** The player's choices for rolls. @returns {import("../../components/sheet-questions.js").Choices} */
  get choices() {
    const kept = read(this.#name);
    return kept && typeof kept === "object" ? /** @type {any} */ (kept) : {};
  }

  get #name() {
    return `fieldbook:choices:${this.id}`;
  }

  /** Show other tabs' contents in place of the current ones, and keep what is open in them. @param {string} html */
  draw(html) {
    if (this.#typing?.isConnected) {
      this.#later = html;
      return;
    }
    this.#later = "";
    this.holdStill(() => this.#replaceParts(html));
  }

  /** Change the sheet, and scroll so that the control under the finger stays there. @param {() => void} change */
  holdStill(change) {
    const { name, at, part } = this.#touched;
    changeAround(
      [
        () => findControls(this.element, name)[at],
        () => (this.#done.childElementCount && name.endsWith("-undo") ? this.#done : null),
        () => this.#parts.querySelectorAll(PARTS)[part],
      ],
      change,
    );
  }

  /** @param {Element | null} element */
  #noteTouched(element) {
    const control = element?.closest("button, select, input, summary, [data-to]");
    const name = nameControl(control);
    if (!control || !name) return;
    this.#touched = { name, at: findControls(this.element, name).indexOf(control), part: this.#findPart(control) };
  }

  /** @param {string} html */
  #replaceParts(html) {
    clearTimeout(this.#press); // the pressed gauge goes, so it isn't pressed any longer
    const places = [this.#done, this.#result, this.#form].map((element) => this.#findPlace(element));
    const focused = this.#findFocused();
    const unfolded = [...this.#parts.querySelectorAll("details")].map(({ open }) => open);
    this.#parts.innerHTML = html;
    const tabs = [...this.#parts.children].map((tab) => /** @type {HTMLElement} */ (tab));
    this.#parts.querySelectorAll("details").forEach((each, at) => {
      each.open = unfolded[at] ?? false;
    });
    [this.#done, this.#result, this.#form].forEach((element, at) => this.#put(element, places[at] ?? 0));
    this.#drawTabs([...tabs, this.details]);
    this.#focus(focused);
  }

  /** Show the tab with the values and the form. */
  showDetails() {
    this.#show(this.#tabs.childElementCount - 1);
  }

  /** Show the last change, with a button that undoes it. */
  showDone() {
    const done = getHistory(this.id).at(-1);
    const words = done && (done.steps.length ? done.steps : [`${done.title}.`]);
    if (!words && this.#done.childElementCount) return; // it says what was undone
    this.#showMessage(words ? [make("p", {}, words.join(" "))] : []);
  }

  /** Show a message with the button that undoes the last change. @param {Node[]} message */
  #showMessage(message) {
    const hadFocus = this.#done.contains(document.activeElement);
    this.holdStill(() => this.#done.replaceChildren(...message, ...this.#undoButton()));
    if (hadFocus) this.#focusUndo();
  }

  /** Focus the button that undoes the last change, or the open tab if there is nothing to undo. */
  #focusUndo() {
    const next = this.#done.querySelector(".fb-sheet-undo") ?? this.#tabs.querySelector("[aria-selected=true]");
    /** @type {HTMLElement | null} */ (next)?.focus({ preventScroll: true });
  }

  #undoButton() {
    const done = getHistory(this.id).at(-1);
    return done ? [makeButton("fb-add fb-sheet-undo", `Undo: ${done.title}`)] : [];
  }

  #listen() {
    guardTaps(this.element);
    this.element.addEventListener("click", (event) => this.#handleClick(event));
    this.element.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLSelectElement && target.dataset.choice) this.#choose(target);
    });
    this.element.addEventListener("keydown", (event) => this.#handleKey(event));
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      const form = event.target;
      if (form instanceof HTMLFormElement && form.dataset.change) this.#submit(form);
    });
    this.element.addEventListener("pointerdown", ({ target, timeStamp }) => {
      this.#isLongPress = false;
      this.#pressedAt = timeStamp;
      const gauge = target instanceof Element && !target.closest("input") && target.closest(".fb-gauge");
      if (gauge instanceof HTMLElement) this.#press = setTimeout(() => this.#pressLong(gauge), LONG_PRESS);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      this.element.addEventListener(end, () => clearTimeout(this.#press));
    }
  }

  /** @param {HTMLElement} gauge */
  #pressLong(gauge) {
    this.#isLongPress = true;
    this.#ask(gauge);
  }

  /** @param {MouseEvent} event */
  #handleClick(event) {
    if (this.#isLongPress) {
      this.#isLongPress = false; // the finger that has opened a gauge's field is lifted
      if (event.timeStamp - this.#pressedAt >= LONG_PRESS) return;
      this.#typing?.blur(); // it was a short tap, which a slow device reports late
    }
    this.#noteTouched(event.target instanceof Element ? event.target : null);
    if (findClicked(event, ".fb-sheet-undo")) {
      this.#enqueue(() => this.#undo());
      return;
    }
    const tab = findClicked(event, "[role=tab]");
    if (tab) {
      this.#turnTo([...this.#tabs.children].indexOf(tab));
      return;
    }
    const target = event.target instanceof Element ? event.target : null;
    const gauge = target?.closest(".fb-gauge");
    if (gauge instanceof HTMLElement) {
      this.#tapGauge(gauge, /** @type {Element} */ (target));
      return;
    }
    const pressed = findClicked(event, "[data-do]");
    if (!pressed) return;
    const deed = JSON.parse(pressed.dataset.do ?? "{}");
    const part = this.#findPart(pressed);
    if (deed.roll) this.#enqueue(() => this.#roll(deed, part));
    else if (deed.change && deed.asks) this.#openForm(deed, pressed);
    else if (deed.change) this.#enqueue(() => this.#change(deed, deed.params ?? {}, part));
    else if ("mark" in deed) this.#enqueue(() => this.#mark(deed, part));
  }

  /** Do something once everything before it is done. @param {() => Promise<unknown>} act */
  #enqueue(act) {
    this.#latest = this.#latest.then(act, act);
  }

  // Tabs

  /** @param {HTMLElement[]} panels */
  #drawTabs(panels) {
    const titles = panels.map(({ dataset }) => dataset.title ?? "");
    if (titles.join() !== [...this.#tabs.children].map((tab) => tab.textContent).join()) {
      this.#tabs.replaceChildren(
        ...titles.map((title, at) => {
          const tab = makeButton("fb-tab-button", title);
          tab.setAttribute("role", "tab");
          tab.id = `fb-tab-${this.id}-${at}`;
          return tab;
        }),
      );
    }
    panels.forEach((panel, at) => {
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", `fb-tab-${this.id}-${at}`);
    });
    this.#show(Math.min(this.#open, panels.length - 1));
  }

  /** @param {number} open */
  #show(open) {
    this.#open = open;
    [...this.#tabs.children].forEach((tab, at) => {
      tab.setAttribute("aria-selected", String(at === open));
      tab.setAttribute("tabindex", at === open ? "0" : "-1");
    });
    const panels = [...this.#parts.children, this.details];
    panels.forEach((panel, at) => {
      panel.classList.toggle("fb-tab--closed", at !== open);
    });
  }

  /**
   * Show a tab from its start. The bar of tabs stays where it is, even if it sticks to the top and the tab is short.
   * @param {number} open
   */
  #turnTo(open) {
    const top = this.#tabs.getBoundingClientRect().top;
    const isStuck = this.element.getBoundingClientRect().top < top - 1;
    this.#show(open);
    if (!isStuck) return;
    this.element.style.minHeight = `${innerHeight - top}px`;
    noteScroll(() => scrollBy({ top: this.element.getBoundingClientRect().top - top, behavior: "instant" }));
  }

  /** Move between tabs with the arrow keys. @param {KeyboardEvent} event */
  #handleKey(event) {
    const tab = event.target instanceof HTMLElement && event.target.closest("[role=tab]");
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!tab || step === undefined) return;
    const tabs = [...this.#tabs.children];
    const next = (tabs.indexOf(tab) + step + tabs.length) % tabs.length;
    event.preventDefault();
    this.#turnTo(next);
    /** @type {HTMLElement} */ (tabs[next]).focus({ preventScroll: true });
  }

  // Places of what opens below a part

  /** @param {Element} element */
  #findPart(element) {
    return [...this.#parts.querySelectorAll(PARTS)].indexOf(/** @type {Element} */ (element.closest(PARTS)));
  }

  /** @param {Element} element */
  #findPlace(element) {
    return element.isConnected ? this.#findPart(element) : 0;
  }

  /** @param {HTMLElement} element @param {number} part */
  #put(element, part) {
    const parts = this.#parts.querySelectorAll(PARTS);
    const place = parts[Math.max(0, Math.min(part, parts.length - 1))] ?? this.#parts;
    if (element.parentElement !== place || element.nextElementSibling) this.holdStill(() => place.append(element));
  }

  /** Find the focused control: by its part and its place in it, or the control itself if it stays. */
  #findFocused() {
    const { activeElement } = document;
    const part = activeElement && this.#parts.contains(activeElement) ? this.#findPart(activeElement) : -1;
    if (!activeElement || part < 0) return null;
    if ([this.#form, this.#done, this.#result].some((each) => each.contains(activeElement))) return activeElement;
    return { part, at: this.#listControls(part).indexOf(activeElement) };
  }

  /** @param {number} part @returns {Element[]} */
  #listControls(part) {
    const root = this.#parts.querySelectorAll(PARTS)[part];
    return [...(root?.querySelectorAll("button, select, input, summary") ?? [])].filter(
      (each) => !this.#form.contains(each) && !this.#done.contains(each) && !this.#result.contains(each),
    );
  }

  /** @param {{ part: number, at: number } | Element | null} focused */
  #focus(focused) {
    const control =
      focused instanceof Element || focused === null ? focused : this.#listControls(focused.part)[focused.at];
    if (control instanceof HTMLElement) control.focus({ preventScroll: true });
  }

  // Gauges

  /** @param {HTMLElement} element @param {Element} target */
  #tapGauge(element, target) {
    const gauge = readGauge(element);
    const part = this.#findPart(element);
    const step = target.closest("[data-step]");
    const box = target.closest("[data-to]");
    if (target.closest(".fb-gauge-set")) this.#ask(element);
    else if (step instanceof HTMLElement) {
      const by = Number(step.dataset.step);
      const { low, high } = gauge;
      const isWithin = (/** @type {number} */ to) => to >= low && (high === null || to <= high);
      this.#enqueue(() => this.#move(gauge, (value) => (isWithin(value + by) ? value + by : value), part));
    } else if (box instanceof HTMLElement) {
      const to = Number(box.dataset.to);
      this.#enqueue(() => this.#move(gauge, (value) => (value === to ? to - 1 : to), part));
    }
  }

  /** Ask for a gauge's value in its place. @param {HTMLElement} element */
  #ask(element) {
    clearTimeout(this.#press);
    const gauge = readGauge(element);
    const opener = find(element, ".fb-gauge-set", HTMLButtonElement);
    const part = this.#findPart(element);
    const field = make("input", { type: "number", className: "fb-gauge-input", value: String(gauge.value) });
    field.setAttribute("aria-label", `${gauge.label}: set`);
    field.inputMode = gauge.low < 0 ? "text" : "numeric"; // phones' number pads have no minus
    field.min = String(gauge.low);
    if (gauge.high !== null) field.max = String(gauge.high);
    let isOver = false;
    let isTyped = false;
    field.addEventListener("input", () => {
      isTyped = true;
    });
    const end = (/** @type {boolean} */ isKept) => {
      if (isOver) return;
      isOver = true;
      const value = Number(field.value);
      const hadFocus = field === document.activeElement;
      asked.replaceWith(opener);
      if (hadFocus) opener.focus({ preventScroll: true });
      if (this.#later) this.draw(this.#later);
      if (isKept && isTyped && field.value !== "") {
        this.#enqueue(() => this.#move(gauge, () => value, part, true));
      }
    };
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault(); // the key would press the button that gets the focus
      end(event.key === "Enter");
    });
    field.addEventListener("blur", () => end(true));
    const label = opener.querySelector("span")?.cloneNode(true) ?? "";
    const asked = make("div", { className: "fb-gauge-asked" }, label, field);
    opener.replaceWith(asked);
    this.#typing = field;
    field.focus({ preventScroll: true });
    field.select();
    bringIntoView(field);
  }

  /**
   * @param {Gauge} gauge
   * @param {(value: number) => number} choose returns the new value
   * @param {number} part
   * @param {boolean} [isSet] true if the number is set itself, not changed by a rule
   */
  async #move(gauge, choose, part, isSet = false) {
    const before = readValue((await this.#loadStored()).data.fields, gauge);
    const to = choose(before);
    const rule = isSet ? null : to < before ? gauge.fewer : gauge.more;
    if (to === before) return;
    if (rule) await this.#change({ ...rule, title: rule.title }, { [rule.param]: Math.abs(to - before) }, part);
    else {
      const words = `${gauge.label} ${before} → ${to}.`;
      this.#showResult(
        await setFields(this.id, gauge.label, (fields) => this.#buildFields(gauge, fields, to), [words]),
        part,
        words,
      );
    }
  }

  /** @param {Partial<Gauge>} place @param {Record<string, any>} fields @param {unknown} to */
  #buildFields(place, fields, to) {
    const { list, entry, part, field, missing, high } = place;
    if (list && part) {
      return {
        [list]: fields[list].map((/** @type {object} */ each, /** @type {number} */ at) =>
          at === entry ? { ...each, [part]: to } : each,
        ),
      };
    }
    return { [field ?? ""]: missing ? Number(high) - Number(to) : to };
  }

  /** @param {Mark} mark @param {number} part */
  async #mark(mark, part) {
    const isMarked = !readValue((await this.#loadStored()).data.fields, mark); // a second tap takes the first one back
    const words = `${mark.label}: ${isMarked ? "yes" : "no"}.`;
    this.#showResult(
      await setFields(this.id, mark.label, (fields) => this.#buildFields(mark, fields, isMarked), [words]),
      part,
      words,
    );
  }

  // Rolls

  /** @param {Deed} deed @param {number} part */
  async #roll({ roll = "", home = "", chosen = {}, anyway = false }, part, override = /** @type {string[]} */ ([])) {
    this.#put(this.#result, part);
    const { data } = await this.#loadStored();
    const args = [roll, JSON.stringify(data.fields), JSON.stringify(toTexts(chosen)), JSON.stringify(override)];
    const answer = /** @type {any} */ (await this.#view.ask({ kind: "act", id: this.kind, args, source: "random" }));
    this.#rolled = null;
    if (!answer) return;
    bringIntoView(this.#result);
    if (answer.error !== undefined) {
      if (answer.override && anyway && !override.length) {
        await this.#roll({ roll, home, chosen, title: "", anyway }, part, answer.override);
        return;
      }
      if (answer.override) this.#offerOverride({ roll, home, chosen, title: "", anyway: true }, part, answer.override);
      return;
    }
    const { params } = answer.roll;
    const faces = answer.roll.faces.join(",");
    finishCard(this.#result, undefined, faces, () => linkToRoll(home, roll, { ...toTexts(params), faces }));
    const changed = Object.fromEntries(
      Object.entries(answer.changed).map(([name, values]) => [name, /** @type {any} */ (values)[1]]),
    );
    if (Object.keys(changed).length) {
      this.#showResult(await setFields(this.id, answer.about.title, () => changed, answer.steps), part, "");
      this.#rolled = getHistory(this.id).at(-1) ?? null;
    }
  }

  /** @param {Deed} deed @param {number} part @param {string[]} override */
  #offerOverride(deed, part, override) {
    const anyway = makeButton("fb-add fb-anyway", "Roll anyway");
    anyway.addEventListener("click", () => this.#enqueue(() => this.#roll(deed, part, override)));
    this.#result.append(anyway);
  }

  async #loadStored() {
    const record = await keep.get("sheets", this.id);
    if (!record) throw new Error("This sheet is no longer on this device.");
    return record;
  }

  /** Remember a choice for a roll, such as the attribute. @param {HTMLSelectElement} select */
  #choose(select) {
    const { roll, name } = JSON.parse(select.dataset.choice ?? "{}");
    const { choices } = this;
    write(this.#name, { ...choices, [roll]: { ...choices[roll], [name]: select.value } });
    this.redraw();
  }

  // Changes

  /** Open the form of a change below the row of its button, or close it. @param {Deed} deed @param {HTMLElement} opener */
  #openForm(deed, opener) {
    const form = this.forms.get(deed.change ?? "");
    if (!form) return;
    const isOpen = !this.#form.hidden && this.#form.contains(form);
    this.holdStill(() => {
      this.#form.replaceChildren(...(isOpen ? [] : [form]));
      this.#form.hidden = isOpen;
    });
    if (isOpen) return;
    this.#put(this.#form, this.#findPart(opener));
    putInto(form, deed.params ?? {});
    /** @type {HTMLElement | null} */ (form.querySelector("input, select, textarea"))?.focus({ preventScroll: true });
    bringIntoView(this.#form);
  }

  /** @param {HTMLFormElement} form */
  #submit(form) {
    const deed = { change: form.dataset.change ?? "", title: form.dataset.title ?? "" };
    const values = readFields(form);
    const part = this.#findPart(form);
    this.#enqueue(async () => {
      if (await this.#change(deed, values, part)) {
        const hadFocus = this.#form.contains(document.activeElement);
        this.holdStill(() => {
          this.#form.hidden = true;
          this.#form.replaceChildren();
        });
        if (hadFocus) this.#focusUndo();
        bringIntoView(this.#done);
      }
    });
  }

  /**
   * @param {{ change?: string, title: string }} deed
   * @param {object} params
   * @param {number} part
   */
  async #change({ change = "", title }, params, part) {
    const result = await applyChange(this.id, { id: change, title }, params);
    return this.#showResult(result, part, "");
  }

  async #undo() {
    const place = this.#findPlace(this.#done);
    const result = await undo(this.id);
    if (!this.#showResult(result, place, "")) return;
    const undone = `Undone: ${result?.done?.title}.`;
    if (!getHistory(this.id).length) this.#showMessage([make("p", {}, undone)]);
    say(undone);
    if (result?.done === this.#rolled) this.holdStill(() => this.#clearResult());
    this.#focusUndo();
  }

  /** Remove the result of a roll that was undone. */
  #clearResult() {
    this.#result.hidden = true;
    this.#result.replaceChildren();
    this.#rolled = null;
  }

  /**
   * Show what happened below a part. Return true if it did.
   * @param {import("../../components/sheet-changes.js").Result | null} result
   * @param {number} part
   * @param {string} words said to a screen reader; the change's own sentences by default
   */
  #showResult(result, part, words) {
    if (!result) return false;
    this.#put(this.#done, part);
    if (result.error !== undefined) {
      this.holdStill(() => {
        showError(this.#done, result.error);
        this.#done.append(...this.#undoButton());
      });
    } else {
      this.showDone();
      const done = getHistory(this.id).at(-1);
      say(words || done?.steps.join(" ") || `${done?.title}: nothing changed.`);
    }
    return result.error === undefined;
  }
}

/** @param {HTMLElement} element @returns {Gauge} */
const readGauge = (element) => JSON.parse(element.dataset.gauge ?? "{}");

/**
 * Return the value that a gauge shows, from a sheet's fields.
 * @param {Record<string, any>} fields
 * @param {Partial<Gauge>} gauge
 * @returns {any}
 */
function readValue(fields, { list, entry, part, field, missing, high }) {
  if (list && part) return fields[list][entry ?? 0][part];
  const value = Number(fields[field ?? ""]);
  return missing ? Number(high) - value : value;
}

/** @param {Record<string, any>} values @returns {Record<string, string>} */
const toTexts = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
