// Downloads of files that the page creates.
import { make } from "#shared";

/**
 * Download a text as a file.
 * @param {string} name
 * @param {string} text
 */
export function saveAs(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  make("a", { href: url, download: `${name.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase() || "sheet"}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
