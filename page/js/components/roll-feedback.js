// The click and the vibration of a roll. The click is computed, so no sound file is loaded.
const SECONDS = 0.05;
const LOUDNESS = 0.25;
const VIBRATION = 12; // milliseconds

/** @type {AudioContext | null} */
let audio = null;
/** @type {AudioBuffer | null} */
let click = null;

/** Play the click and vibrate, as far as the device can. */
export function giveFeedback() {
  navigator.vibrate?.(VIBRATION);
  if (!globalThis.AudioContext) return;
  audio ??= new AudioContext();
  click ??= makeClick(audio);
  if (audio.state === "suspended") audio.resume(); // until the reader's first tap on the page
  const source = new AudioBufferSourceNode(audio, { buffer: click });
  source.connect(audio.destination);
  source.start();
}

/** Return noise that fades fast, like a die on wood. @param {AudioContext} context */
function makeClick(context) {
  const buffer = new AudioBuffer({ length: SECONDS * context.sampleRate, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  let low = 0;
  for (let at = 0; at < samples.length; at += 1) {
    low += 0.35 * (Math.random() * 2 - 1 - low); // takes the hiss out of the noise
    samples[at] = LOUDNESS * low * (1 - at / samples.length) ** 6;
  }
  return buffer;
}
