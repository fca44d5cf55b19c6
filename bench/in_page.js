// Runs in every page that is measured: taps, and tells when the frame with the answer was painted.
globalThis.bench = {
  /** When the next frame begins, and when it is painted. */
  painted() {
    return new Promise((done) => requestAnimationFrame(() => {
      const begins = performance.now();
      const after = new MessageChannel();
      after.port1.onmessage = () => done([begins, performance.now()]);
      after.port2.postMessage(0);
    }));
  },

  /** A promise that fails when it takes so long that it will never come. */
  within(promise, what) {
    const late = new Error(`no answer to ${what} after three minutes`);
    return Promise.race([promise, new Promise((_, fail) => setTimeout(() => fail(late), 180_000))]);
  },

  /** Waits for a change of `place` that leaves an answer there; nothing else may refuse or still be waiting. */
  answered(place, answer) {
    return new Promise((done, fail) => new MutationObserver((_, observer) => {
      const error = place.querySelector(".fb-error");
      if (!error && (!place.querySelector(answer) || place.querySelector("fb-status"))) return;
      observer.disconnect();
      if (error) fail(new Error(error.textContent));
      else done(performance.now());
    }).observe(place, { childList: true, subtree: true, characterData: true }));
  },

  /**
   * Milliseconds from a tap until the answer is in the page, until it is painted, and the same without the wait for the
   * frame; and the frames that took.
   */
  async tap(root, control, place, answer) {
    // Readers tap at any moment of a frame.
    await new Promise((done) => setTimeout(done, 20 + 20 * Math.random()));
    const there = bench.answered(root.matches(place) ? root : root.querySelector(place), answer);
    let [frames, counts] = [0, true];
    const count = () => { if (counts) { frames += 1; requestAnimationFrame(count); } };
    requestAnimationFrame(count);
    const start = performance.now();
    root.querySelector(control).click();
    const answeredAt = await bench.within(there, control);
    const [begins, paintedAt] = await bench.painted();
    counts = false;
    return [answeredAt - start, paintedAt - start, answeredAt - start + paintedAt - begins, frames];
  },

  /** One of a form's numbers that can go up by one, or switches that are off; null where none is left. */
  next(form, turn) {
    const names = [...form.querySelectorAll(".fb-stepper [name], .fb-toggle input")]
      .filter((field) => (field.type === "checkbox" ? !field.checked
        : Number(field.value) < Number(field.max || Infinity)))
      .map((field) => (field.type === "checkbox" ? `[name="${field.name}"]`
        : `.fb-stepper:has([name="${field.name}"]) [data-step="1"]`));
    return names.length ? names[turn % names.length] : null;
  },

  /**
   * Taps a control as soon as the page's scripts have run.
   * `bench.first` is when the first answer was painted, since the start of the visit.
   */
  tapAtOnce(rootName, control, place, answer) {
    bench.first = new Promise((done) => addEventListener("DOMContentLoaded", done))
      .then(() => rootName.includes("-") && customElements.whenDefined(rootName))
      .then(() => {
        const root = document.querySelector(rootName);
        const answered = bench.answered(root.querySelector(place), answer);
        root.querySelector(control).click();
        return answered;
      })
      .then(() => bench.painted()).then(([, paintedAt]) => paintedAt);
  },
};

// When the page asks for the worker that runs Python; Material's search has one of its own, which is no module.
globalThis.Worker = class extends Worker {
  constructor(address, options) {
    if (options?.type === "module") bench.startedAt ??= performance.now();
    super(address, options);
  }
};
