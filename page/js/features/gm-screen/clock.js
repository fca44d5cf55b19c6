// Content of a clock's tile: a circle whose segments fill with taps.
import { make, makeButton, say } from "#shared";

const SVG = "http://www.w3.org/2000/svg";
const [LEAST, MOST] = [2, 24];

/** @type {import("./tile-renderers.js").MakesBody} */
export function makeClockBody(_, change) {
  const face = document.createElementNS(SVG, "svg");
  face.setAttribute("viewBox", "-52 -52 104 104");
  face.setAttribute("role", "img");
  const [back, tick] = [makeButton("fb-tracker-step", "−"), makeButton("fb-tracker-step", "+")];
  const count = make("b", { className: "fb-clock-count" });
  const segments = make("input", {
    type: "number",
    min: String(LEAST),
    max: String(MOST),
    step: "1",
    className: "fb-tile-name",
  });
  const settings = make("label", { className: "fb-tile-renaming" }, "Segments ", segments);
  const element = make(
    "div",
    { className: "fb-clock", role: "group" },
    face,
    make("div", { className: "fb-clock-row" }, back, count, tick),
  );
  const changeBy = (/** @type {number} */ taps) =>
    change(
      ({ filled = 0, segments: all = 4 }) => ({ filled: Math.min(Math.max(filled + taps, 0), all) }),
      ({ title, filled, segments: all }) => say(`${title}: ${filled} of ${all}${filled === all ? ", full" : ""}.`),
    );
  back.addEventListener("click", () => changeBy(-1));
  tick.addEventListener("click", () => changeBy(1));
  segments.addEventListener("change", () => {
    const all = Math.round(segments.valueAsNumber);
    if (all >= LEAST && all <= MOST) change(({ filled = 0 }) => ({ segments: all, filled: Math.min(filled, all) }));
    else segments.value = String(4);
  });
  return {
    element,
    settings,
    show({ title, segments: all = 4, filled = 0 }) {
      face.replaceChildren(...Array.from({ length: all }, (_each, at) => slice(at, all, at < filled)));
      face.setAttribute("aria-label", `${filled} of ${all} segments`);
      element.setAttribute("aria-label", title);
      element.toggleAttribute("data-full", filled === all);
      count.textContent = `${filled}/${all}`;
      back.setAttribute("aria-label", `One back: ${title}`);
      tick.setAttribute("aria-label", `Tick: ${title}`);
      if (document.activeElement !== segments) segments.value = String(all);
    },
  };
}

/**
 * Return one segment of a clock's face.
 * @param {number} at
 * @param {number} all
 * @param {boolean} isFilled
 */
function slice(at, all, isFilled) {
  const computePoint = (/** @type {number} */ number) => {
    const angle = (number / all - 0.25) * 2 * Math.PI;
    return `${(50 * Math.cos(angle)).toFixed(2)} ${(50 * Math.sin(angle)).toFixed(2)}`;
  };
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", `M0 0L${computePoint(at)}A50 50 0 0 1 ${computePoint(at + 1)}Z`);
  path.toggleAttribute("data-filled", isFilled);
  return path;
}
