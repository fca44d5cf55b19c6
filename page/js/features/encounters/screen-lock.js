// The screen stays on while a fight is on show, where the browser can keep it on and the reader hasn't turned that off.
import { make, read, write } from "#shared";

const SWITCH = "fieldbook:fight-screen-on";

/** @type {WakeLockSentinel | null} */
let lock = null;

const isWanted = () => read(SWITCH) !== false;

/** Keep the screen on while this page is on show. @returns {() => void} stops it */
export function requestWakeLock() {
  document.addEventListener("visibilitychange", holdScreen);
  holdScreen();
  return () => {
    document.removeEventListener("visibilitychange", holdScreen);
    releaseScreen();
  };
}

/** Create the switch that lets the screen go off; nothing where the browser can't keep it on. */
export function makeAwakeSwitch() {
  if (!("wakeLock" in navigator)) return "";
  const field = make("input", { type: "checkbox", checked: isWanted() });
  field.addEventListener("change", () => {
    write(SWITCH, field.checked);
    if (field.checked) holdScreen();
    else releaseScreen();
  });
  return make("label", {}, field, " Keep the screen on");
}

async function holdScreen() {
  if (!isWanted() || document.visibilityState !== "visible" || (lock && !lock.released)) return;
  lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
}

function releaseScreen() {
  lock?.release();
  lock = null;
}
