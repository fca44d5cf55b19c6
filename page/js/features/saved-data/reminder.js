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
  const since = at ? `since the backup of ${new Date(at).toLocaleDateString()}` : "without a backup";
  const [save, later] = [makeButton("fb-add", "Export everything"), makeButton("fb-add", "Not now")];
  const reminder = make(
    "div",
    { className: "fb-backup-due", role: "group", "aria-label": "Backup" },
    make("p", {}, `${changes} changes ${since}.`),
    save,
    later,
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
