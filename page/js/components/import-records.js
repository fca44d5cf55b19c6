// Import of backup files. All records are checked before any is stored.
import { keep } from "#store";
import { getSheetName } from "./sheet-changes.js";
import { askRead } from "./sheet-questions.js";
import { summarizeImport, LARGEST, parseRecords, TOO_LARGE, dropDoubles } from "../lib/backup-format.js";

/**
 * Import all records of a file, or none.
 * @param {File} file
 * @returns {Promise<string>} a summary of the import
 * @throws {Error} a sentence if the file can't be imported
 */
export async function importFile(file) {
  if (file.size > LARGEST) throw new Error(TOO_LARGE);
  const records = parseRecords(await file.text());
  for (const [at, [store, record]] of records.entries()) {
    if (store !== "sheets") continue;
    const answer = await askRead(record.data);
    if (answer.error !== undefined) throw new Error(`${record.name || `Sheet ${at + 1}`}: ${answer.error}`);
    records[at] = [store, { ...record, data: answer.sheet, name: getSheetName(answer.sheet, record.name) }];
  }
  const sorted = await dropDoubles(
    records,
    (store, id) => keep.get(store, id),
    (store) => keep.list(store),
  );
  await keep.addAll(sorted.fresh);
  return summarizeImport(sorted);
}
