// The one way in which the page saves files. An app on the home screen of an iPhone or iPad uses the share sheet, because
// a download would show the file in place of the site, with no way back.
import { make, notify } from "#shared";

/** True in a tab of an iPhone or iPad, whose data don't come along to the home screen; undefined elsewhere. */
export const isInTabOfIos = () => "standalone" in navigator && navigator.standalone === false;

/** True in an app on the home screen of an iPhone or iPad. */
export const isOnHomeScreen = () => "standalone" in navigator && navigator.standalone === true;

/**
 * Save a file: download it, or let the reader choose in the share sheet.
 * @param {File} file
 */
export async function saveFile(file) {
  if (!isOnHomeScreen() || !navigator.canShare?.({ files: [file] })) download(file);
  else await shareFile(file).catch((error) => saveLater(file, error));
}

/** Save a zip whose bytes are in base64. @param {string} name @param {string} base64 */
export const saveZip = async (name, base64) =>
  saveFile(new File([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))], name, { type: "application/zip" }));

const TYPES = { json: "application/json", md: "text/markdown", py: "text/x-python" };

/**
 * Save a text as a file.
 * @param {string} name
 * @param {string} text
 * @param {"json" | "md" | "py"} [ending]
 */
export function saveAs(name, text, ending = "json") {
  const stem = name.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase() || "sheet";
  return saveFile(new File([text], `${stem}.${ending}`, { type: TYPES[ending] }));
}

/**
 * Open the share sheet with a file. A reader who closes it has done what they wanted.
 * @param {File} file
 * @param {string} [text]
 * @throws {unknown} if the system refuses
 */
export async function shareFile(file, text) {
  try {
    await navigator.share({ files: [file], ...(text && { text }) });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
}

/**
 * Offer a file that the share sheet refused: once more if the tap was too long ago, otherwise as a download.
 * @param {File} file
 * @param {unknown} error
 */
function saveLater(file, error) {
  if (error instanceof DOMException && error.name === "NotAllowedError") {
    notify(`${file.name} is ready: tap here to save it`, () => {
      shareFile(file).catch(() => download(file));
    });
  } else download(file);
}

/** @param {File} file */
function download(file) {
  const url = URL.createObjectURL(file);
  make("a", { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
