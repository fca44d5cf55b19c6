// Switch between system, light and dark colours in the header. It stores the same values as the theme's own switch,
// which reads styles during page load and so makes slow phones calculate all styles twice more.
import { read, watch, write } from "./storage.js";

const NAME = `${__md_scope.pathname}.__palette`; // the theme's script in the header reads it before the first paint
const SYSTEM = "(prefers-color-scheme)";
const LIGHT = "(prefers-color-scheme: light)";
const DARK = "(prefers-color-scheme: dark)";

/** Apply the stored choice, and make the switch work. */
export function offerColours() {
  const options = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('input[name="__palette"]')]);
  const system = matchMedia(LIGHT);
  const findOption = (/** @type {string} */ media) => options.find(({ dataset }) => dataset.mdColorMedia === media);

  /** Return the option whose colours an option shows. @param {HTMLInputElement} option */
  const resolveOption = (option) =>
    (option.dataset.mdColorMedia === SYSTEM && findOption(system.matches ? LIGHT : DARK)) || option;

  const show = () => {
    const kept = /** @type {{ index?: unknown } | null} */ (read(NAME));
    const chosen = options.find((_, at) => at === kept?.index) ?? options[0];
    if (!chosen) return;
    for (const option of options) {
      option.checked = option === chosen;
      if (option.nextElementSibling instanceof HTMLElement) option.nextElementSibling.hidden = option !== chosen;
    }
    colour(resolveOption(chosen).dataset, chosen.dataset.mdColorMedia === SYSTEM);
  };
  options.forEach((option, index) =>
    option.addEventListener("change", () => {
      const { mdColorScheme: scheme, mdColorPrimary: primary, mdColorAccent: accent } = resolveOption(option).dataset;
      write(NAME, { index, color: { media: option.dataset.mdColorMedia, scheme, primary, accent } });
    }),
  );
  options[0]?.form?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const next = options[(options.findIndex(({ checked }) => checked) + 1) % options.length];
    next?.click();
    next?.focus();
  });
  system.addEventListener("change", show);
  watch(NAME, show);
  show();
}

/**
 * Apply the colours of an option, without transitions.
 * @param {DOMStringMap} option
 * @param {boolean} isOfSystem
 */
function colour({ mdColorScheme, mdColorPrimary, mdColorAccent, mdColorMedia }, isOfSystem) {
  const { dataset } = document.body;
  if (dataset.mdColorScheme !== mdColorScheme) {
    dataset.mdColorSwitching = "";
    setTimeout(() => {
      delete dataset.mdColorSwitching;
    });
  }
  Object.assign(dataset, { mdColorScheme, mdColorPrimary, mdColorAccent, mdColorMedia });
  const meta = document.querySelector('meta[name="color-scheme"]');
  const content = isOfSystem ? "light dark" : mdColorScheme === "slate" ? "dark" : "light";
  if (meta?.getAttribute("content") !== content) meta?.setAttribute("content", content); // for the browser's controls
}
