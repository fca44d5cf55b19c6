// Script for export and import of what the device has stored, loaded when the reader asks for it.
import { SavedData } from "../features/saved-data/saved-data.js";

export { exportCampaign, exportEverything } from "../features/saved-data/export.js";
export { importFile, openImport } from "../features/saved-data/import-file.js";
export { makeReminder } from "../features/saved-data/reminder.js";
export { formatFile } from "../lib/backup-format.js";

customElements.define("fb-data", SavedData);
