// Buttons that open the dice tray. They are on every page, and the first tap loads the tray.
import { notify } from "../../lib/notice.js";

const OPENERS = "[data-opens=tray]";

/** Open the tray by its buttons or with Alt+R. */
export function openTray() {
  document.addEventListener("click", (event) => {
    const opener = event.target instanceof Element ? event.target.closest(OPENERS) : null;
    if (opener) open();
  });
  document.addEventListener("keydown", (event) => {
    if (event.code !== "KeyR" || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
}

async function open() {
  try {
    const { toggleTray } = await import("#tray");
    await toggleTray();
  } catch {
    notify("The dice tray couldn't be loaded. Reload the page once you're online");
  }
}
