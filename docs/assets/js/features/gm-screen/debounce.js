// Debounce for stored input: saves after a pause, and at the latest when the reader leaves.
const PAUSE = 300; // milliseconds

/** @param {() => void} act */
export function late(act) {
  let timer = 0;
  const now = () => {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    act();
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(now, PAUSE);
    addEventListener("pagehide", now, { once: true });
  };
  return {
    soon,
    now,
    get isDue() {
      return timer !== 0;
    },
  };
}
