// Tools for a stored sheet as a whole: share, print, save as a file, copy and delete it.
import { askSheet, buildLink, getSheetName, numberName, renameSheet, saveAs, stripSheet } from "#play-shared";
import { bringIntoView, fetchAnswer, find, make, makeAction, say, share } from "#shared";
import { keep } from "#store";
import { drawQrCode } from "../../components/qr.js";

/** @typedef {import("./open-sheet.js").Host} Host */

/**
 * Show a link to a copy of the sheet, and its QR code.
 * @param {string} id
 * @param {string} address the page's address
 * @param {HTMLElement} place
 */
export async function offerLink(id, address, place) {
  const record = await keep.get("sheets", id);
  if (!record) return;
  const answer = await askSheet(record.data.sheet, record.data.fields);
  const fields = answer.error === undefined ? answer.short : record.data.fields;
  const link = await buildLink(address, "sheet", { sheet: record.data.sheet, fields });
  if (link === null) {
    const words = "This sheet is too long for a link. Save it as a file instead.";
    place.replaceChildren(make("p", {}, words));
    say(words);
    return;
  }
  const send = makeAction("fb-roll", "Share the link", () => share(send, link, "Link to this sheet"));
  const code = drawQrCode(link);
  place.replaceChildren(
    send,
    code ?? make("p", {}, "The link is too long for a QR code."),
    make("p", {}, "Anyone who opens it gets a copy of the sheet as it is now."),
  );
  say("Here are a link and a QR code.");
  bringIntoView(place);
}

/** Save the sheet as a file. @param {string} id @param {string} title of a sheet without a name */
export async function saveAsFile(id, title) {
  const record = await keep.get("sheets", id);
  if (record) saveAs(record.name || title, JSON.stringify(stripSheet(record.data), null, 1));
}

/** Save the sheet as a note of Obsidian. @param {string} id @param {string} title of a sheet without a name */
export async function saveForObsidian(id, title) {
  const record = await keep.get("sheets", id);
  if (!record) return;
  const { sheet, fields } = record.data;
  const { licence = "" } = find(document, ".fb-page", HTMLElement).dataset;
  const answer = await fetchAnswer(null, "statblock", sheet, JSON.stringify(fields), licence);
  if (answer.error === undefined) await saveAs(record.name || title, answer.text, "md");
  else say(answer.error);
}

/** Make a copy of the sheet and open it. @param {string} id @param {string} title @param {Host} host */
export async function copySheet(id, title, host) {
  const record = await keep.get("sheets", id);
  if (!record) return;
  const name = numberName(record.name);
  const copy = await keep.add("sheets", { game: record.game, name, data: renameSheet(record.data, name) });
  host.open(copy.id);
  say(`Copied: ${name || title}.`);
}

/** Delete the sheet; the list offers to bring it back. @param {string} id @param {string} title @param {Host} host */
export async function deleteSheet(id, title, host) {
  const record = await keep.get("sheets", id);
  const bringBack = await keep.remove("sheets", id);
  host.handleDeletion(id, (record && getSheetName(record.data, record.name)) || title, bringBack);
}
