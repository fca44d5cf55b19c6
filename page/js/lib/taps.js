// Taps in quick succession. A reader who taps three times at one spot means one control, whatever the page draws
// meanwhile. A screen calls `guardTaps` with its root. From then on
// - the touched control stays under the finger: the page scrolls with it when something above it grows or shrinks, and
//   has more room at its end if it can't scroll that far;
// - a tap that would hit another control than the one before is ignored, until the reader has seen for half a second
//   what lies under the finger now;
// - all scrolling is the reader's, who then looks for another control, unless a script moves the focus, scrolls with
//   `bringIntoView`, which waits until the finger rests, or in `noteScroll`.
// A drawing that may remove the touched control says in `changeAround` which other element stays where it is.

const REST = 700; // milliseconds without a touch after which the finger rests
const REPEAT = 500; // milliseconds after a tap, or after other controls came under the finger, in which a tap repeats it
const FORGOTTEN = 10_000; // milliseconds after which no tap is a repeated one
const NEAR = 24; // pixels between two taps at one spot
const REACH = 16; // pixels around the middle of a finger in which it may hit a control
const FINGER = [
  [0, 0],
  [0, REACH],
  [0, -REACH],
  [REACH, 0],
  [-REACH, 0],
]; // the points under a finger, from its middle
const VALUES = new Set(["B", "SMALL", "OPTION", "OPTGROUP"]); // elements that hold values, not a control's label
const CONTROLS = "button, select, input, textarea, summary, a[href], [data-to]";

/** @type {WeakSet<EventTarget>} */
const guarded = new WeakSet();

/**
 * A tap as the guard sees it.
 * @typedef {object} Tap
 * @property {string} name of the control that it hits, "" for none
 * @property {number} x in pixels from the left of the window
 * @property {number} y
 * @property {number} time of the touch, which a slow device reports later
 * @property {string} under the controls under the finger as they are drawn
 * @property {boolean} isGuarded true if it hits a guarded part of the page
 */

/** The reader's last tap, and how the page has changed under the finger since. */
export class LastTap {
  /** @type {Tap} */
  #tap = { name: "", x: 0, y: 0, time: Number.NEGATIVE_INFINITY, under: "", isGuarded: false };
  #changed = Number.NEGATIVE_INFINITY; // when the page showed other controls under the finger

  get x() {
    return this.#tap.x;
  }

  get y() {
    return this.#tap.y;
  }

  get time() {
    return this.#tap.time;
  }

  /** Return true if no tap can repeat this one any more. @param {number} time */
  isForgotten(time) {
    return this.#tap.name === "" || time - this.#tap.time > FORGOTTEN;
  }

  /**
   * Note the next tap. Return true if it is stray: it repeats the last one, but the page has changed under the finger,
   * so that it hits another control.
   * @param {Tap} tap
   */
  add(tap) {
    const { name, isGuarded } = this.#tap;
    const isStray = name !== "" && name !== tap.name && this.#isRepeatedBy(tap) && (isGuarded || tap.isGuarded);
    this.#tap = isStray ? { ...tap, name, isGuarded: true } : tap;
    if (!isStray) this.#changed = Number.NEGATIVE_INFINITY;
    return isStray;
  }

  /**
   * Note the begin of a touch. It may become no tap, as the page removes what it touches, but the next tap repeats it.
   * After a touch at another spot no tap repeats the last one.
   * @param {{ x: number, y: number, time: number }} touch
   */
  noteTouch(touch) {
    if (!this.#isNear(touch)) this.forget();
    else if (this.#isRepeatedBy(touch)) this.#tap.time = touch.time;
  }

  /** @param {{ x: number, y: number }} touch */
  #isNear({ x, y }) {
    return Math.hypot(x - this.#tap.x, y - this.#tap.y) < NEAR;
  }

  /** @param {{ x: number, y: number, time: number }} touch */
  #isRepeatedBy(touch) {
    const { time } = touch;
    return this.#isNear(touch) && time - Math.max(this.#tap.time, this.#changed) < REPEAT;
  }

  /** Note the controls that the reader sees under the finger. @param {string} under @param {number} time */
  noteUnder(under, time) {
    if (under === this.#tap.under || this.isForgotten(time)) return;
    this.#tap.under = under;
    this.#changed = time;
  }

  /** Forget the tap: the reader looks for another control. */
  forget() {
    this.#tap.name = "";
  }
}

const lastTap = new LastTap();
/** The control that was touched last, its index among those of its name, its width and its place in the window. */
const anchor = {
  root: document.documentElement,
  control: /** @type {Element | null} */ (null),
  name: "",
  at: 0,
  top: 0,
  width: 0,
};
/** The article of the page with the last tap; another page replaces it. @type {Element | null} */
let article = null;
let lastScroll = 0; // the page's scroll position when these functions looked last
let depth = 0; // of calls of `noteScroll`
let isFocusing = false; // true while a script moves the focus, which scrolls
let isReleasing = false; // true if room that nothing needs will be taken away once the finger rests
let isFrameDue = false; // true if a drawing will be looked at once it is painted
let isUnseen = false; // true if the page may have changed since the last look
/** Observer of drawings, as long as the last tap may be repeated. @type {MutationObserver | undefined} */
let drawings;
/** Observer of the page's height, which styles change, too. @type {ResizeObserver | undefined} */
let heights;

/** Return the names of the controls under a finger. @param {number} x @param {number} y */
const listUnder = (x, y) =>
  FINGER.map(([right, down]) => nameControl(document.elementFromPoint(x + right, y + down))).join("\n");

/** Forget the last tap, as the reader looks for another control. */
function forgetTap() {
  lastTap.forget();
  anchor.control = null;
}

/**
 * Forget the last tap if the reader has scrolled or has come to another page since, unless the next tap repeats it at
 * once. A page that got shorter may have moved, too.
 */
function checkReader(time = performance.now()) {
  if (isFocusing) acceptScroll();
  const isElsewhere = article?.isConnected === false && time - lastTap.time > REPEAT;
  const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  const isReaders = Math.abs(scrollY - lastScroll) > 1 && !(scrollY < lastScroll && isAtEnd);
  if (isReaders) stopBringing();
  if (isReaders || isElsewhere) forgetTap();
  lastScroll = scrollY;
}

/** Look at what is under the finger. @param {number} [time] of the next tap, now by default */
function look(time) {
  isUnseen = false;
  checkReader(time);
  const now = performance.now();
  if (!lastTap.isForgotten(now)) lastTap.noteUnder(listUnder(lastTap.x, lastTap.y), now);
}

/** Hold the touched control where it is before the page is painted, and look under the finger afterwards. */
function lookSoon() {
  isUnseen = true;
  if (isFrameDue) return;
  isFrameDue = true;
  requestAnimationFrame(() => {
    isFrameDue = false;
    holdStill();
    setTimeout(() => look()); // the frame is painted before it
  });
}

/** Hold a control where it is in the window. @param {Element} control */
function hold(control) {
  const name = nameControl(control);
  anchor.control = control;
  anchor.name = name;
  anchor.at = findControls(anchor.root, name).indexOf(control);
  ({ top: anchor.top, width: anchor.width } = control.getBoundingClientRect());
}

/** Return the touched control, also if it has been drawn again since; null while it is hidden and so has no place. */
function findAnchor() {
  if (anchor.control && !anchor.control.isConnected) {
    anchor.control = findControls(anchor.root, anchor.name)[anchor.at] ?? null;
    if (!anchor.control && !isReleasing) {
      isReleasing = true;
      waitForRest(releaseUnused); // not while the finger may tap again
    }
  }
  return anchor.control?.checkVisibility() ? anchor.control : null;
}

/** Scroll so that the touched control stays where it was touched. */
function holdStill() {
  checkReader();
  const control = findAnchor();
  if (!control || anchor.top < 0 || anchor.top > innerHeight) return;
  const by = control.getBoundingClientRect().top - anchor.top;
  if (Math.abs(by) > 0.5) {
    noteScroll(() => {
      scrollAround(control, by);
      makeRoom(control.getBoundingClientRect().top - anchor.top);
    });
  }
  holdWide(control);
  releaseRoom();
}

/** Return true if an element is to the left or the right of the finger. @param {Element} element */
function isBeside(element) {
  const { left, right } = element.getBoundingClientRect();
  return lastTap.x < left || lastTap.x > right;
}

/** Keep a control as wide as it was when it was touched, if it isn't under the finger otherwise. @param {Element} control */
function holdWide(control) {
  if (!(control instanceof HTMLElement) || lastTap.isForgotten(performance.now()) || !isBeside(control)) return;
  control.style.minWidth = `${anchor.width}px`;
  if (isBeside(control)) control.style.minWidth = "";
}

/** The room in pixels that the touched control needs at the ends of a guarded part, as the page can't scroll further. */
const room = { root: document.documentElement, top: 0, bottom: 0 };

/** @param {number} top @param {number} bottom */
function setRoom(top, bottom) {
  Object.assign(room, { top, bottom });
  room.root.style.paddingTop = top ? `${top}px` : "";
  room.root.style.paddingBottom = bottom ? `${bottom}px` : "";
}

/** Make room, so that the touched control moves up; a negative distance moves it down. @param {number} by pixels */
function makeRoom(by) {
  if (Math.abs(by) <= 0.5) return;
  if (room.root !== anchor.root) setRoom(0, 0);
  room.root = anchor.root;
  if (by < 0) {
    setRoom(room.top - by, room.bottom);
    return;
  }
  setRoom(room.top, room.bottom + by);
  scrollBy({ top: by, behavior: "instant" });
}

/** Take away the room that is out of sight. */
function releaseRoom() {
  const { top, bottom } = room;
  if (bottom && scrollY + innerHeight <= document.documentElement.scrollHeight - bottom) setRoom(top, 0);
  if (!top || scrollY < top) return;
  runUnseen(() => {
    const before = room.root.getBoundingClientRect().bottom;
    setRoom(0, room.bottom);
    scrollBy({ top: room.root.getBoundingClientRect().bottom - before, behavior: "instant" }); // 0 at the page's end
  });
}

/** Take away the room that no touched control needs any more. */
function releaseUnused() {
  isReleasing = false;
  if (!anchor.control) noteScroll(() => setRoom(0, 0));
}

globalThis.addEventListener?.("scroll", releaseRoom, { passive: true });

/**
 * Scroll what an element is in, the innermost part first, so that it moves up.
 * @param {Element} element
 * @param {number} by pixels
 */
function scrollAround(element, by) {
  const to = element.getBoundingClientRect().top - by;
  for (let part = element.parentElement; part && part !== document.body; part = part.parentElement) {
    const isScroller = part.scrollHeight > part.clientHeight && /auto|scroll/.test(getComputedStyle(part).overflowY);
    if (isScroller) part.scrollTop += element.getBoundingClientRect().top - to;
  }
  scrollBy({ top: element.getBoundingClientRect().top - to, behavior: "instant" });
}

/** Look after each drawing, until the last tap is forgotten. */
function watchDrawings() {
  drawings ??= new MutationObserver(noteDrawing);
  heights ??= new ResizeObserver(() => {
    holdStill();
    noteDrawing();
  });
  drawings.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
  heights.observe(document.body);
}

/** Look at a drawing, unless the last tap is forgotten by now. */
function noteDrawing() {
  if (!lastTap.isForgotten(performance.now())) {
    lookSoon();
    return;
  }
  anchor.control = null;
  drawings?.disconnect();
  heights?.disconnect();
}

/** Ignore a stray tap. @param {MouseEvent} event */
function handleTap(event) {
  const { target, detail, clientX: x, clientY: y, timeStamp: time } = event;
  if (!detail || !(target instanceof Element)) return; // a key or a script pressed it
  checkReader(time);
  if (isUnseen) look(time);
  article = document.querySelector("article");
  const name = nameControl(target);
  const root = event.composedPath().findLast((each) => guarded.has(each));
  const isGuarded = root !== undefined;
  if (lastTap.add({ name, x, y, time, under: listUnder(x, y), isGuarded })) {
    event.stopImmediatePropagation();
    event.preventDefault();
    return;
  }
  const control = findControl(target);
  anchor.control = null;
  if (control && root instanceof HTMLElement) {
    anchor.root = root;
    hold(control);
  }
  watchDrawings();
}

globalThis.document?.addEventListener("click", handleTap, { capture: true });

/** Run a function that may change and scroll the page: the reader has not. @param {() => void} change */
function runUnseen(change) {
  if (!depth) checkReader();
  depth += 1;
  try {
    change();
  } finally {
    depth -= 1;
    lastScroll = scrollY;
    lookSoon();
  }
}

/** Run a function that scrolls to what the reader looks for next. @param {() => void} scroll */
export function noteScroll(scroll) {
  runUnseen(scroll);
  acceptPlace();
}

/** Hold the touched control from now on where it is. */
function acceptPlace() {
  const control = findAnchor();
  if (control) anchor.top = control.getBoundingClientRect().top;
}

/** Take the scroll to what a script focuses for the script's. The browser scrolls after the event. */
function noteFocus() {
  if (isFocusing) return;
  checkReader();
  isFocusing = true;
  queueMicrotask(() => {
    acceptScroll();
    isFocusing = false;
  });
}

/** Take the scroll since the last look for a script's. */
function acceptScroll() {
  if (scrollY === lastScroll) return;
  lastScroll = scrollY;
  acceptPlace();
}

globalThis.document?.addEventListener("focusin", noteFocus, { capture: true });

/**
 * Return what a control does, without the parts that another answer can change; undefined if all of it changes, as it
 * stores values or choices in full. The choice of an amendment, such as the ally who helps, belongs to its button.
 * @param {string} [deed] the control's action: JSON or a word
 */
function describeDeed(deed) {
  if (!deed?.startsWith("{")) return deed;
  const { chosen, mark, data, since, asks, ...fixed } = JSON.parse(deed);
  if (fixed.fields || fixed.kept) return undefined;
  return JSON.stringify(fixed.act === "amend" ? { ...fixed, chosen } : fixed);
}

/**
 * Return the part of a fight that a control shows, without further targets but the one that a box ticks.
 * @param {string} [view] JSON
 * @param {string} [off] the view without that one
 */
function describeView(view, off = view) {
  if (view === undefined || off === undefined) return view;
  const { also, ...shown } = JSON.parse(view);
  const others = JSON.parse(off).also ?? [];
  return JSON.stringify([shown, also?.filter((/** @type {string} */ each) => !others.includes(each)) ?? []]);
}

/** Return a control's label without values and counts. @param {HTMLElement} control */
function readLabel(control) {
  const parts = [...control.childNodes].filter(({ nodeName }) => !VALUES.has(nodeName));
  const text = parts.map(({ textContent }) => textContent).join("");
  return (control.getAttribute("aria-label") ?? text).replace(/\(\d+\)/g, "").trim();
}

/**
 * Return the control that an element is in, or that it labels.
 * @param {Element | null | undefined} element
 */
const findControl = (element) => element?.closest(CONTROLS) ?? element?.closest("label")?.control;

/**
 * Return a name that stays with a control when it is drawn again with other numbers; "" if there is no control.
 * @param {Element | null | undefined} element the control, or an element in it
 */
export function nameControl(element) {
  const control = findControl(element);
  if (!(control instanceof HTMLElement)) return "";
  const classes = [...control.classList].filter((name) => /^fb-(?!.*--)/.test(name)); // the others are states
  const undoes = classes.find((name) => name.endsWith("-undo"));
  if (undoes) return undoes; // its text names what it undoes
  const { act, do: deed, view, viewOff, open, step, to, param, choose, choice, kept } = control.dataset;
  const gauge = control.closest("[data-gauge]");
  const label = gauge instanceof HTMLElement ? JSON.parse(gauge.dataset.gauge ?? "{}").label : "";
  const field = open ?? step ?? to ?? param ?? choose ?? choice ?? control.getAttribute("name");
  const does = describeDeed(act) ?? describeDeed(deed);
  const own = does ?? describeView(view, viewOff) ?? field;
  // An action says it all, and the text of its button, of a gauge or of a combatant has numbers that change.
  const isSaid = does?.startsWith("{") || label || (view && !control.hasAttribute("aria-label"));
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
  runUnseen(() => {
    change();
    for (const [at, find] of finders.entries()) {
      const [old, element] = [before[at], find()];
      if (!old || !element || old.bottom < 0 || old.top > innerHeight) continue;
      const by = element.getBoundingClientRect().top - old.top;
      if (by) scrollBy({ top: by, behavior: "instant" });
      return;
    }
  });
  holdStill(); // before the next touch, which may come before the page is painted
}

/**
 * Make taps in quick succession count for the control that they were meant for.
 * @param {HTMLElement} root
 */
export function guardTaps(root) {
  guarded.add(root);
  finishPresses(root);
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
/** The function that ends the wait to bring an element into view. */
let stopBringing = () => {};

for (const kind of ["pointerdown", "pointerup", "pointercancel"]) {
  globalThis.addEventListener?.(
    kind,
    (event) => {
      const { clientX: x, clientY: y, timeStamp: time } = /** @type {PointerEvent} */ (event);
      isTouched = true;
      touched = performance.now();
      if (kind === "pointerdown") lastTap.noteTouch({ x, y, time });
    },
    { capture: true, passive: true },
  );
}
globalThis.addEventListener?.(
  "keydown",
  () => {
    isTouched = false;
    forgetTap();
  },
  { capture: true },
);
for (const kind of ["wheel", "touchmove"]) {
  globalThis.addEventListener?.(kind, () => stopBringing(), { capture: true, passive: true });
}
for (const kind of ["wheel", "pointercancel"]) {
  globalThis.addEventListener?.(kind, forgetTap, { capture: true, passive: true }); // the reader scrolls, also in a part
}

/**
 * Scroll an element into view: at once after a key, and once the finger rests after a touch. A reader who scrolls
 * meanwhile, by whatever means, isn't moved.
 * @param {HTMLElement} element
 */
export function bringIntoView(element) {
  stopBringing();
  checkReader(); // the reader may have scrolled before
  let isDue = true;
  const scroll = () => noteScroll(() => isDue && element.scrollIntoView({ block: "nearest" }));
  if (!isTouched) {
    scroll();
    return;
  }
  const cancel = waitForRest(scroll);
  stopBringing = () => {
    isDue = false;
    cancel();
  };
}

/** Run a task once the finger rests. Return a function that cancels it. @param {() => void} task */
function waitForRest(task) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const wait = () => {
    const left = touched + REST - performance.now();
    if (left > 0) timer = setTimeout(wait, left);
    else requestAnimationFrame(finish);
  };
  const finish = () => {
    if (touched + REST > performance.now())
      wait(); // a slow device has reported a touch only now
    else task();
  };
  timer = setTimeout(wait, REST / 2); // also after an answer that came late, because the reader may be tapping again
  return () => clearTimeout(timer);
}
