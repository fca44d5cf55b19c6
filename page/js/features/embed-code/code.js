// The HTML that shows a block in a frame on another site.

/** The schemes of a frame's element, which its block follows: otherwise browsers paint the frame opaque. */
const SCHEMES = { host: "", auto: "light dark", light: "light", dark: "dark" };

/**
 * @typedef {object} Choices
 * @property {keyof typeof SCHEMES} theme
 * @property {string} accent a colour such as `#b23c0c`, or "" for the game's
 * @property {Record<string, string>} values of the form, where they differ from the block's
 * @property {boolean} hasScript true for the script that fits the height
 */

/**
 * Return the address of a block for frames.
 * @param {string} page the absolute address of its page for frames
 * @param {string} id the id of a roller, "" for other blocks
 * @param {Choices} choices
 */
export function buildAddress(page, id, { theme, accent, values }) {
  const url = new URL(page);
  url.search = new URLSearchParams({ ...(id && Object.keys(values).length && { roll: id }), ...values }).toString();
  url.hash = new URLSearchParams({ theme, ...(accent && { accent }) }).toString();
  return url.href.replaceAll("%2C", ",");
}

/** @param {string} text */
const escapeText = (text) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * Return the code of a frame.
 * @param {string} address
 * @param {string} title
 * @param {number} height in pixels, for sites without scripts
 * @param {string} script the address of the script that fits the height
 * @param {Choices} choices
 */
export function buildCode(address, title, height, script, { theme, hasScript }) {
  const scheme = SCHEMES[theme] && `;color-scheme:${SCHEMES[theme]}`;
  const style = `width:100%;height:${height}px;border:0${scheme}`;
  const frame = `<iframe src="${escapeText(address)}" title="${escapeText(title)}" loading="lazy" style="${style}"></iframe>`;
  return hasScript ? `${frame}\n<script src="${escapeText(script)}" async></script>` : frame;
}
