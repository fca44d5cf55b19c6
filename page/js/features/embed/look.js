// The colours of an embedded block: the ones that its address names, or those of the page around it.
//
//   #theme=dark             light, dark, auto (as the reader's system), or host (as the page around it)
//   &accent=%23b23c0c       a colour for buttons and links
//   &background=%23fff      a colour, or transparent
//   &text=black
//
// Each colour is parsed by the browser, and only its three numbers are used, so no text gets into the styles.
import { computeContrast, computeMix, makeReadable } from "../../lib/contrast.js";

/** @typedef {import("../../lib/contrast.js").Rgb} Rgb */
/** @typedef {Partial<Record<"theme" | "accent" | "background" | "text" | "font", string>>} Look */

const NAMES = /** @type {const} */ (["theme", "accent", "background", "text"]);
const DARK = "(prefers-color-scheme: dark)";
const FONT = /^[\w\s"',-]{1,200}$/;
const TRANSPARENT = "transparent";

const WELL_READ = 7; // the contrast of an ink with which fainter texts can be read, too
const EDGE_CONTRAST = 3; // of a field's edge
const [CONTROL, FAINT, LINE, EDGE] = [0.07, 0.72, 0.22, 0.6]; // the shares of ink in a colour
/** @type {Rgb[]} */
const [BLACK, WHITE] = [
  [0, 0, 0],
  [255, 255, 255],
];
const NO_COLOURS = Object.fromEntries(
  ["paper", "sheet", "ink", "control", "faint", "line", "edge", "accent", "on-accent"].map((name) => [name, null]),
);

/** Return the look that an address names. @param {string} hash */
export function readLook(hash) {
  const named = new URLSearchParams(hash.slice(1));
  return /** @type {Look} */ (Object.fromEntries(NAMES.map((name) => [name, named.get(name) ?? ""])));
}

/**
 * Return the numbers of a colour, or null for any other text.
 * @param {unknown} text
 * @returns {Rgb | null}
 */
export function parseColour(text) {
  if (typeof text !== "string" || text.length > 60) return null;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  pen.fillStyle = "#010203"; // stays if the text is no colour
  pen.fillStyle = text;
  const plain = /^#(..)(..)(..)$/.exec(pen.fillStyle);
  if (pen.fillStyle === "#010203") return null;
  if (plain) return /** @type {Rgb} */ (plain.slice(1).map((part) => Number.parseInt(part, 16)));
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
  return alpha < 255 ? null : [red, green, blue];
}

/**
 * Give the document a look. A colour that can't be read is made darker or lighter.
 * @param {Look} look
 */
export function applyLook(look) {
  const { documentElement: html } = document;
  const [background, text] = [parseColour(look.background), parseColour(look.text)];
  const prefersDark = look.theme === "dark" || (look.theme !== "light" && matchMedia(DARK).matches);
  const isDark = background ? computeContrast(background, WHITE) > computeContrast(background, BLACK) : prefersDark;
  html.dataset.mdColorScheme = isDark ? "slate" : "default";
  setColours(NO_COLOURS);
  const theme = getComputedStyle(html);
  const readColour = (/** @type {string} */ name) => parseColour(theme.getPropertyValue(name).trim()) ?? BLACK;
  const paper = background ?? readColour("--fb-paper");
  const ink = makeReadable(text ?? readColour("--fb-ink"), paper, WELL_READ);
  const isOwn = background !== null || text !== null;
  const control = isOwn ? computeMix(paper, ink, CONTROL) : readColour("--fb-control");
  if (isOwn) {
    setColours({
      paper,
      sheet: paper,
      ink,
      control,
      faint: makeReadable(computeMix(paper, ink, FAINT), control),
      line: computeMix(paper, ink, LINE),
      edge: makeReadable(computeMix(paper, ink, EDGE), paper, EDGE_CONTRAST),
    });
  }
  const accent = parseColour(look.accent) ?? (isOwn ? readColour("--fb-accent") : null);
  if (accent) setColours(chooseAccent(accent, control));
  html.style.setProperty("color-scheme", isDark ? "dark" : "light");
  html.style.setProperty("background", look.background === TRANSPARENT ? TRANSPARENT : "");
  html.style.setProperty("--md-text-font-family", look.font && FONT.test(look.font) ? look.font : "");
}

/** Set colours of the document, or with null remove them. @param {Record<string, Rgb | null>} colours */
function setColours(colours) {
  for (const [name, colour] of Object.entries(colours))
    document.documentElement.style.setProperty(`--fb-${name}`, colour ? `rgb(${colour.join(" ")})` : "");
}

/**
 * Return an accent that can be read on a control, and the colour of texts on it.
 * @param {Rgb} accent
 * @param {Rgb} control
 */
function chooseAccent(accent, control) {
  const readable = makeReadable(accent, control);
  const isLight = computeContrast(BLACK, readable) > computeContrast(WHITE, readable);
  return { accent: readable, "on-accent": isLight ? BLACK : WHITE };
}
