// Sound and vibration of rolls: a switch at the foot of every page, off by default. Its script is loaded once it is on.
import { addFooterSwitch } from "../lib/footer-switch.js";

/** Add the switch, and give feedback on rolls while it is on. */
export function offerFeedback() {
  /** @type {(() => void) | null} */
  let give = null;
  let isOn = false;
  addFooterSwitch("vibrate" in navigator ? "Sound and vibration" : "Sound", "fieldbook:feedback", async (isWanted) => {
    isOn = isWanted;
    if (!isOn) return;
    try {
      give ??= (await import("#roll-feedback")).giveFeedback;
      if (navigator.userActivation?.isActive) give(); // the reader has just switched it on
    } catch {
      // offline without the script: rolls stay silent, and the next page tries again
    }
  });
  document.addEventListener("rolled", (event) => {
    const { detail } = /** @type {CustomEvent<import("../rules-client/client.js").Rolled>} */ (event);
    if (isOn && detail.source !== "shared") give?.();
  });
}
