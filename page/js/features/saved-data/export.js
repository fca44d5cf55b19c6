// Export of everything on this device, or of one campaign, as a file.
import { saveAs } from "#play-shared";
import { keep } from "#store";
import { BACKUP_STORES, countOmitted, formatFile } from "../../lib/backup-format.js";
import { listRequests } from "../../components/request-store.js";
import { listDraftTexts } from "../../components/rule-drafts.js";
import { noteBackup } from "../../lib/backups.js";

/** @typedef {import("#store").StoredRecord} StoredRecord */

/**
 * Export everything on this device.
 * @returns {Promise<string>} a sentence about what isn't in the file, or ""
 * @throws {Error} a sentence if there is nothing
 */
export async function exportEverything() {
  const lists = await Promise.all(BACKUP_STORES.map((store) => keep.list(store)));
  const drafts = listDraftTexts();
  if (!drafts.length && !lists.some(({ length }) => length)) {
    throw new Error("Nothing is stored on this device yet, so there is nothing to export.");
  }
  const kept = Object.fromEntries(BACKUP_STORES.map((store, at) => [store, lists[at]]));
  await saveAs("fieldbook", formatFile(kept, listRequests(), drafts));
  noteBackup();
  const count = countOmitted(kept);
  if (!count) return "";
  return count === 1
    ? "One saved item can't be read and isn't in the file."
    : `${count} saved items can't be read and aren't in the file.`;
}

/**
 * Export the fights of a campaign with the sheets of those who joined them.
 * @param {string} campaign
 * @throws {Error} a sentence if there are none
 */
export async function exportCampaign(campaign) {
  const fights = (await keep.list("fights")).filter((fight) => fight.campaign === campaign);
  if (!fights.length) throw new Error("This campaign has no fights on this device.");
  const ids = new Set(fights.flatMap(({ from }) => Object.values(from ?? {}).map((joined) => joined?.id)));
  const sheets = (await keep.list("sheets")).filter(({ id }) => ids.has(id));
  const asked = listRequests().asked.filter(({ fight }) => fights.some(({ id }) => id === fight));
  await saveAs(campaign, formatFile({ sheets, fights }, { asked, answered: [] }));
}

/** Return the campaigns of some fights by name, the latest first. @param {StoredRecord[]} fights */
export const listCampaigns = (fights) => [...new Set(fights.flatMap(({ campaign }) => (campaign ? [campaign] : [])))];
