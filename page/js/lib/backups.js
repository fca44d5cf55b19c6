// The number of changes since the last backup, in localStorage, so that pages can remind the reader of one.
const NAME = "fieldbook:backup";
export const MANY = 200; // changes, about an evening's

/** @typedef {{ at: number, changes: number, later: number }} Backup the time of the last backup, or 0; the number of
 *   changes since; and how many of them there were when the reader put the reminder off */

/** @returns {Backup} */
export function readBackup() {
  try {
    const { at = 0, changes = 0, later = 0 } = JSON.parse(localStorage.getItem(NAME) ?? "{}") ?? {};
    return [at, changes, later].every(Number.isFinite) ? { at, changes, later } : { at: 0, changes: 0, later: 0 };
  } catch {
    return { at: 0, changes: 0, later: 0 };
  }
}

/** @param {Backup} backup */
export function writeBackup(backup) {
  try {
    localStorage.setItem(NAME, JSON.stringify(backup));
  } catch {
    // a browser that doesn't save this has nothing to back up
  }
}

/** Note changes of stored records. @param {number} [count] */
export function noteChanges(count = 1) {
  const backup = readBackup();
  writeBackup({ ...backup, changes: backup.changes + count });
}

/** Note that everything has been exported. */
export const noteBackup = () => writeBackup({ at: Date.now(), changes: 0, later: 0 });

/** Put the reminder off until there are as many changes again. */
export function putOffReminder() {
  const backup = readBackup();
  writeBackup({ ...backup, later: backup.changes });
}

/** Return true if there are many changes without a backup. */
export function isBackupDue() {
  const { changes, later } = readBackup();
  return changes - later >= MANY;
}
