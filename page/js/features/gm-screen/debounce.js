// Debounce for stored input: saves after a pause, and at the latest when the reader leaves.
const PAUSE = 300; // milliseconds

/** @param {() => void} act */
export function debounce(act) {
  let timer = 0;
  const runNow = () => {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    act();
  };
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(runNow, PAUSE);
    addEventListener("pagehide", runNow, { once: true });
  };
  return {
    schedule,
    runNow,
    get isDue() {
      return timer !== 0;
    },
  };
}
