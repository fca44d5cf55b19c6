// The switch of colours at the top: as the system says, light, or dark. It keeps what the theme's own switch would. That
// one reads styles back while a page begins, for which a slow phone works out all of them twice more.
import { read, watch, write } from "./storage.js";

const NAME = `${__md_scope.pathname}.__palette`; // the theme's script in the header reads it before anything is drawn
const SYSTEM = "(prefers-color-scheme)";
const LIGHT = "(prefers-color-scheme: light)";
const DARK = "(prefers-color-scheme: dark)";

/** Show what is chosen, and let everyone choose. */
export function offerColours() {
  const options = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('input[name="__palette"]')]);
  const system = matchMedia(LIGHT);
  const of = (/** @type {string} */ media) => options.find(({ dataset }) => dataset.mdColorMedia === media);

  /** The option whose colours an option stands for. @param {HTMLInputElement} option */
  const shownBy = (option) => (option.dataset.mdColorMedia === SYSTEM && of(system.matches ? LIGHT : DARK)) || option;

  const show = () => {
    const kept = /** @type {{ index?: unknown } | null} */ (read(NAME));
    const chosen = options.find((_, at) => at === kept?.index) ?? options[0];
    if (!chosen) return;
    for (const option of options) {
      option.checked = option === chosen;
      if (option.nextElementSibling instanceof HTMLElement) option.nextElementSibling.hidden = option !== chosen;
    }
    colour(shownBy(chosen).dataset, chosen.dataset.mdColorMedia === SYSTEM);
  };
  options.forEach((option, index) =>
    option.addEventListener("change", () => {
      const { mdColorScheme: scheme, mdColorPrimary: primary, mdColorAccent: accent } = shownBy(option).dataset;
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
 * Give the page its colours, at once where something else would fade.
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
  if (meta?.getAttribute("content") !== content) meta?.setAttribute("content", content); // for the browser's own parts
}
