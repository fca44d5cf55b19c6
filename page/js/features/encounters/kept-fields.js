// Fields of a place that is drawn again: what the reader has typed or chosen stays, with the focus, until it is sent.
import { focusOn, make } from "#shared";

const TEXTS = "textarea, input:not([type=radio], [type=checkbox])";
const CHOICES = ":is([name^=fb-by], [name^=fb-at], [name^=fb-do]):checked"; // who acts, on whom and how
const JOINING = ".fb-fight-name, .fb-fight-count"; // sent with a button, like fields in `data-fields`

const LEAVING = ["change", "blur", "focusout"]; // the events of a moved field that loses the focus

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** The new drawings of fields whose values have been copied. @type {WeakMap<Field, Field>} */
const redrawn = new WeakMap();

/**
 * Draw a place again. A text that has the focus stays in the page, and other values that a button sends are copied.
 * @param {HTMLElement} place
 * @param {() => void} draw
 * @param {boolean} [isSame] false if it shows something else than before
 */
export function redrawAround(place, draw, isSame = true) {
  if (!isSame) return draw();
  const names = nameFields(place);
  const fields = [...names.keys()];
  const typed = fields.find((field) => field === document.activeElement && field.matches(TEXTS));
  const changed = fields.filter((field) => field !== typed && isSentByButton(field) && isChanged(field));
  if (!typed && !changed.length) return draw();
  const putBack = typed && takeOut(typed);
  draw();
  const drawn = new Map([...nameFields(place)].map(([field, name]) => [name, field]));
  for (const field of changed) copyValue(field, drawn.get(names.get(field) ?? ""));
  if (typed) putBack?.(drawn.get(names.get(typed) ?? ""));
}

/**
 * Move an element to the end of a place, with the focus in it if the browser can.
 * @param {Element} place
 * @param {Element} element
 */
export const moveTo = (place, element) => moveBefore(place, element, null);

/**
 * Note the values that are sent with a button. Return a function that settles them once they have been taken.
 * @param {HTMLElement} button
 */
export function noteSent(button) {
  const around = button.closest("[data-fields]") ?? button.closest(".fb-drawer");
  const fields = around ? listFields(around).filter(isSentByButton) : [];
  const sent = fields.filter((field) => field.matches(JOINING) || around?.matches("[data-fields]"));
  const values = sent.map(({ value }) => value);
  return () => sent.forEach((field, at) => settle(field, values[at]));
}

/** Return true if a field's value is sent only with a button. @param {Field} field */
export const isSentByButton = (field) => field.matches(`[data-fields] [data-param], ${JOINING}`);

/**
 * Note that a value has been taken, so that the next drawing may replace it.
 * @param {Field} field
 * @param {string} [value]
 */
export function settle(field, value = field.value) {
  const next = redrawn.get(field);
  if (next) settle(next, value);
  if (field instanceof HTMLSelectElement) for (const each of field.options) each.defaultSelected = each.selected;
  else field.defaultValue = value;
  if (field instanceof HTMLInputElement) field.defaultChecked = field.checked;
}

/** @param {Field} field */
function isChanged(field) {
  if (!(field instanceof HTMLSelectElement)) {
    const isOther = field instanceof HTMLInputElement && field.checked !== field.defaultChecked;
    return isOther || field.value !== field.defaultValue;
  }
  const usual = [...field.options].findIndex((each) => each.defaultSelected);
  return field.selectedIndex !== Math.max(usual, 0);
}

/**
 * Take a field out of a place that is drawn again, and return a function that puts it back: where it was if that part
 * is still there, otherwise in place of its new drawing.
 * @param {Field} field
 * @returns {(next?: Field) => void}
 */
function takeOut(field) {
  const [mark, holder] = [document.createComment(""), make("div")];
  const isTyped = isChanged(field);
  field.before(mark);
  document.body.append(holder);
  moveBefore(holder, field, null);
  return (next) => {
    if (mark.parentElement?.isConnected) moveBefore(mark.parentElement, field, mark);
    else if (next?.parentElement) {
      for (const { name, value } of next.attributes) field.setAttribute(name, value);
      if (!isTyped) field.value = next.value;
      moveBefore(next.parentElement, field, next);
      next.remove();
    }
    mark.remove();
    holder.remove();
    if (!field.isConnected) return;
    if (isTyped && field !== document.activeElement) reportChange(field);
    focusOn(field);
  };
}

/** Report a change that the browser has forgotten with the focus, on Enter or once the reader leaves. @param {Field} field */
function reportChange(field) {
  const done = new AbortController();
  const { signal } = done;
  const report = () => field.dispatchEvent(new Event("change", { bubbles: true }));
  const reportByEnter = (/** @type {Event} */ event) =>
    event instanceof KeyboardEvent && event.key === "Enter" && report();
  field.addEventListener("change", () => done.abort(), { signal });
  field.addEventListener("blur", report, { signal });
  field.addEventListener("keydown", reportByEnter, { signal });
}

/**
 * Move an element, with the focus in it if the browser can.
 * @param {Element} parent
 * @param {Element} element
 * @param {ChildNode | null} before
 */
function moveBefore(parent, element, before) {
  if (element.isConnected && parent.isConnected && "moveBefore" in parent) {
    parent.moveBefore(element, before);
    return;
  }
  for (const kind of LEAVING) addEventListener(kind, stop, { capture: true });
  parent.insertBefore(element, before);
  for (const kind of LEAVING) removeEventListener(kind, stop, { capture: true });
}

/** @param {Event} event */
const stop = (event) => event.stopImmediatePropagation();

/** @param {ParentNode} place */
const listFields = (place) => [.../** @type {NodeListOf<Field>} */ (place.querySelectorAll("input, select, textarea"))];

/**
 * Return a name for each field of a place that no other one has, and that its next drawing has, too.
 * @param {ParentNode} place
 * @returns {Map<Field, string>}
 */
function nameFields(place) {
  /** @type {Map<string, Field[]>} */
  const named = new Map();
  for (const field of listFields(place)) {
    const [first] = [...field.classList].filter((each) => each.startsWith("fb-"));
    const own = [field.type, field.dataset.param, field.name, field.getAttribute("aria-label"), first];
    const name = [...own, field.matches("[type=radio]") ? field.value : "", nameOwner(field)].join("|");
    named.set(name, [...(named.get(name) ?? []), field]);
  }
  const names = [...named].flatMap(([name, fields]) =>
    fields.map((field, at) => /** @type {const} */ ([field, `${name}|${at} of ${fields.length}`])),
  );
  return new Map(names);
}

/** Return what a field belongs to: an edit of the past, the command that sends it, or an action. @param {Field} field */
function nameOwner(field) {
  const { edits, part } = /** @type {HTMLElement | null} */ (field.closest("[data-edits]"))?.dataset ?? {};
  if (edits) return `${JSON.parse(edits).at(-1).event} ${part}`;
  const drawer = field.closest(".fb-drawer")?.getAttribute("aria-label");
  const sent = field.closest("[data-fields]");
  if (sent) {
    const { params, since, ...act } = JSON.parse(sent.querySelector("[data-act]")?.getAttribute("data-act") ?? "{}");
    return `${drawer} ${JSON.stringify(act)}`;
  }
  const chosen = field.matches("[data-param]")
    ? [...(field.closest(".fb-board")?.querySelectorAll(CHOICES) ?? [])]
    : [];
  return `${drawer} ${chosen.map((each) => each.getAttribute("data-view"))}`;
}

/**
 * Copy what the reader has chosen to a field's new drawing.
 * @param {Field} field
 * @param {Field} [next]
 */
function copyValue(field, next) {
  if (!next) return;
  if (field instanceof HTMLInputElement && next instanceof HTMLInputElement) next.checked = field.checked;
  const isLacking = next instanceof HTMLSelectElement && ![...next.options].some(({ value }) => value === field.value);
  if (!isLacking) next.value = field.value;
  redrawn.set(field, next);
}
