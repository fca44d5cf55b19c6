// A reminder to make a backup after many changes.
import { make, makeButton, showError } from "#shared";
import { isBackupDue, readBackup, putOffReminder } from "../../lib/backups.js";
import { exportEverything } from "./export.js";

/**
 * Return the reminder, or null if none is due.
 * @param {(words: string) => void} [tell] shows what the file lacks
 */
export function makeReminder(tell = () => {}) {
  if (!isBackupDue()) return null;
  const { at, changes } = readBackup();
  const since = at ? `since your last backup on ${new Date(at).toLocaleDateString()}` : "and have no backup yet";
  const [save, later] = [makeButton("fb-add", "Export everything"), makeButton("fb-add", "Not now")];
  const reminder = make(
    "div",
    { className: "fb-backup-due", role: "group", "aria-label": "Backup" },
    make("p", {}, `You have made ${changes} changes ${since}. A file keeps them if this device or browser loses them.`),
    make("p", { className: "fb-sheet-tools" }, save, later),
  );
  save.addEventListener("click", async () => {
    try {
      const words = await exportEverything();
      reminder.remove();
      tell(words);
    } catch (error) {
      showError(reminder, error instanceof Error ? error.message : String(error));
    }
  });
  later.addEventListener("click", () => {
    putOffReminder();
    reminder.remove();
  });
  return reminder;
}
