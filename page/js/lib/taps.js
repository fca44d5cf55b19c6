// Taps in quick succession: the touched control stays under the finger, a repeated tap counts only for the control that
// the first one hit, and the page scrolls to an answer only once the finger rests.

const REST = 700; // milliseconds without a touch after which the finger rests
const REPEAT = 500; // milliseconds after a tap or a change of the page within which a tap repeats the one before
const FORGOTTEN = 10_000; // milliseconds after which no tap is a repeated one
const NEAR = 24; // pixels between two taps at one spot
const VALUES = new Set(["B", "SMALL", "OPTION", "OPTGROUP"]); // elements that hold values, not a control's label
const CONTROLS = "button, select, input, textarea, summary, a[href], [data-to]";

let changed = Number.NEGATIVE_INFINITY; // when the page changed around a control last
let scrolled = 0; // pixels that these functions have scrolled; the rest is the reader's
let elsewhere = Number.NEGATIVE_INFINITY; // when the reader touched a part of the page without a guard last
const guarded = new WeakSet();

/** Run a function that may scroll, and note how far it did. @param {() => void} scroll */
function noteScroll(scroll) {
  const before = scrollY;
  scroll();
  scrolled += scrollY - before;
  changed = performance.now();
}

/**
 * Return what a control does, without the parts that another answer can change. The choice of an amendment, such as the
 * ally who helps, belongs to its button.
 * @param {string} [deed] the control's action: JSON or a word
 */
function describeDeed(deed) {
  if (!deed?.startsWith("{")) return deed;
  const { chosen, mark, data, since, ...fixed } = JSON.parse(deed);
  return JSON.stringify(fixed.act === "amend" ? { ...fixed, chosen } : fixed);
}

/** Return the part of a fight that a control shows, without further targets. @param {string} [view] JSON */
function describeView(view) {
  if (view === undefined) return view;
  const { also, ...shown } = JSON.parse(view);
  return JSON.stringify(shown);
}

/** Return a control's label without values and counts. @param {HTMLElement} control */
function readLabel(control) {
  const parts = [...control.childNodes].filter(({ nodeName }) => !VALUES.has(nodeName));
  const text = parts.map(({ textContent }) => textContent).join("");
  return (control.getAttribute("aria-label") ?? text).replace(/\(\d+\)/g, "").trim();
}

/**
 * Return a name that stays with a control when it is drawn again with other numbers; "" if there is no control.
 * @param {Element | null | undefined} element the control, or an element in it
 */
export function nameControl(element) {
  const control = element?.closest(CONTROLS);
  if (!(control instanceof HTMLElement)) return "";
  const classes = [...control.classList].filter((name) => name.startsWith("fb-")); // the others are states
  const undoes = classes.find((name) => name.endsWith("-undo"));
  if (undoes) return undoes; // its text names what it undoes
  const { act, do: deed, view, open, step, to, param, choose, choice, kept } = control.dataset;
  const gauge = control.closest("[data-gauge]");
  const label = gauge instanceof HTMLElement ? JSON.parse(gauge.dataset.gauge ?? "{}").label : "";
  const field = open ?? step ?? to ?? param ?? choose ?? choice ?? control.getAttribute("name");
  const own = describeDeed(act) ?? describeDeed(deed) ?? describeView(view) ?? field;
  // A command says it all, and the text of a gauge or a combatant has numbers that change.
  const isSaid = act?.startsWith("{") || label || (view && !control.hasAttribute("aria-label"));
  const words = isSaid ? "" : readLabel(control);
  return [control.localName, ...classes, label, own, kept, words].join("|");
}

/**
 * Return the controls with a name.
 * @param {ParentNode} root
 * @param {string} name
 */
export const findControls = (root, name) =>
  name ? [...root.querySelectorAll(CONTROLS)].filter((each) => nameControl(each) === name) : [];

/**
 * Change the page, and scroll so that what is under the finger stays where it is.
 * @param {(() => Element | null | undefined)[]} finders return elements, the most exact one first; the change may
 *   replace or remove them
 * @param {() => void} change
 */
export function changeAround(finders, change) {
  const before = finders.map((find) => find()?.getBoundingClientRect());
  noteScroll(() => {
    change();
    for (const [at, find] of finders.entries()) {
      const [old, element] = [before[at], find()];
      if (!old || !element || old.bottom < 0 || old.top > innerHeight) continue;
      const by = element.getBoundingClientRect().top - old.top;
      if (by) scrollBy({ top: by, behavior: "instant" });
      return;
    }
  });
}

/**
 * Make taps in quick succession count for the control that they were meant for.
 * @param {HTMLElement} root
 */
export function guardTaps(root) {
  guarded.add(root);
  ignoreStrayTaps(root);
  finishPresses(root);
}

/**
 * Ignore a tap that repeats another one at the same spot but hits another control there, because the page has changed
 * under the finger.
 * @param {HTMLElement} root
 */
function ignoreStrayTaps(root) {
  let [x, y, top, at, name] = [0, 0, 0, Number.NEGATIVE_INFINITY, ""];
  root.addEventListener(
    "click",
    (event) => {
      if (!event.detail || !(event.target instanceof Element)) return; // a key or a script pressed it
      const hit = nameControl(event.target);
      const since = event.timeStamp - Math.max(at, Math.min(changed, at + FORGOTTEN));
      const isNear = Math.hypot(event.clientX - x, event.clientY - y) < NEAR;
      const hasScrolled = Math.abs(scrollY - scrolled - top) > 1; // then the reader looks for another control
      const isRepeated = isNear && !hasScrolled && since < REPEAT && name !== "" && at > elsewhere;
      if (isRepeated && hit !== name) {
        event.stopImmediatePropagation();
        event.preventDefault();
      } else name = hit;
      [x, y, top, at] = [event.clientX, event.clientY, scrollY - scrolled, event.timeStamp];
    },
    { capture: true },
  );
}

/** The control on which the mouse was pressed. Listeners of nested elements share it. @type {Element | null} */
let pressed = null;
let pressedName = "";

/**
 * Count a press of the mouse whose control is drawn again before the release: browsers report no click on it.
 * @param {HTMLElement} root
 */
function finishPresses(root) {
  root.addEventListener(
    "pointerdown",
    ({ target, pointerType, button }) => {
      pressed = pointerType === "mouse" && button === 0 && target instanceof Element ? target.closest(CONTROLS) : null;
      pressedName = nameControl(pressed);
    },
    { capture: true },
  );
  root.addEventListener(
    "pointerup",
    ({ clientX, clientY }) => {
      const isGone = pressed !== null && !pressed.isConnected;
      pressed = null;
      const next = isGone ? document.elementFromPoint(clientX, clientY)?.closest(CONTROLS) : null;
      if (next instanceof HTMLElement && root.contains(next) && nameControl(next) === pressedName) next.click();
    },
    { capture: true },
  );
}

/**
 * Return a function that runs a task, and does nothing while an earlier run hasn't ended: a second tap is the same tap.
 * @template {any[]} Args
 * @param {(...args: Args) => Promise<unknown>} task
 * @returns {(...args: Args) => Promise<void>}
 */
export function ignoreRepeats(task) {
  let isUnderWay = false;
  return async (...args) => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await task(...args);
    } finally {
      isUnderWay = false;
    }
  };
}

let touched = Number.NEGATIVE_INFINITY; // when the reader touched the page last
let isTouched = false; // true if a finger or the mouse acted last, false for the keyboard
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

for (const kind of ["pointerdown", "pointerup", "pointercancel"]) {
  globalThis.addEventListener?.(
    kind,
    (event) => {
      isTouched = true;
      touched = performance.now();
      if (!event.composedPath().some((each) => guarded.has(each))) elsewhere = event.timeStamp;
    },
    { capture: true, passive: true },
  );
}
globalThis.addEventListener?.(
  "keydown",
  () => {
    isTouched = false;
  },
  { capture: true },
);
for (const kind of ["wheel", "touchmove"]) {
  globalThis.addEventListener?.(kind, () => clearTimeout(timer), { capture: true, passive: true });
}

/**
 * Scroll an element into view: at once after a key, and once the finger rests after a touch. A reader who scrolls
 * meanwhile isn't moved.
 * @param {HTMLElement} element
 */
export function bringIntoView(element) {
  clearTimeout(timer);
  const scroll = () => noteScroll(() => element.scrollIntoView({ block: "nearest" }));
  if (!isTouched) {
    scroll();
    return;
  }
  const wait = () => {
    const left = touched + REST - performance.now();
    if (left > 0) timer = setTimeout(wait, left);
    else scroll();
  };
  timer = setTimeout(wait, REST / 2); // also after an answer that came late, because the reader may be tapping again
}
