// Content of a tracker's tile: a number, and buttons that change it.
import { make, makeButton, say } from "#shared";

const MOST = 1_000_000;

/** @type {import("./tile-renderers.js").MakesBody} */
export function makeTrackerBody(tile, change) {
  const number = make("input", { type: "number", className: "fb-tracker-number", inputMode: "numeric", step: "1" });
  const [less, more] = [makeButton("fb-tracker-step", "−"), makeButton("fb-tracker-step", "+")];
  const step = make("input", { type: "number", min: "1", max: "1000", step: "1", className: "fb-tile-name" });
  const settings = make("label", { className: "fb-tile-renaming" }, "Change per tap ", step);
  const element = make("div", { className: "fb-tracker", role: "group" }, less, number, more);
  let shown = tile;
  const changeBy = (/** @type {number} */ taps) =>
    change(
      ({ value = 0, step: size = 1 }) => ({ value: clampValue(value + taps * size) }),
      (after) => say(`${after.title}: ${after.value}.`),
    );
  less.addEventListener("click", () => changeBy(-1));
  more.addEventListener("click", () => changeBy(1));
  number.addEventListener("change", () => {
    const value = Math.round(number.valueAsNumber);
    if (Number.isFinite(value)) change(() => ({ value: clampValue(value) }));
    else number.value = String(shown.value ?? 0);
  });
  step.addEventListener("change", () => {
    const size = Math.round(step.valueAsNumber);
    if (size >= 1 && size <= 1000) change(() => ({ step: size }));
    else step.value = String(shown.step ?? 1);
  });
  return {
    element,
    settings,
    show(now) {
      shown = now;
      if (document.activeElement !== number) number.value = String(now.value ?? 0);
      if (document.activeElement !== step) step.value = String(now.step ?? 1);
      number.setAttribute("aria-label", now.title);
      less.setAttribute("aria-label", `${now.step ?? 1} less: ${now.title}`);
      more.setAttribute("aria-label", `${now.step ?? 1} more: ${now.title}`);
      element.setAttribute("aria-label", now.title);
    },
  };
}

/** @param {number} value */
const clampValue = (value) => Math.min(Math.max(value, -MOST), MOST);
