// Runs in every page that is measured: taps, and tells when the frame with the answer was painted.
/** How many steps a number goes from where it began, up and down. */
const FROM_START = 3;

/** Each form's numbers as the page began, and all set-ups that were there since. */
const walks = new WeakMap();

globalThis.bench = {
  /** When the next frame begins, and when it is painted. */
  painted() {
    return new Promise((done) =>
      requestAnimationFrame(() => {
        const begins = performance.now();
        const after = new MessageChannel();
        after.port1.onmessage = () => done([begins, performance.now()]);
        after.port2.postMessage(0);
      }),
    );
  },

  /** A promise that fails when it takes so long that it will never come. */
  within(promise, what) {
    const late = new Error(`no answer to ${what} after three minutes`);
    return Promise.race([promise, new Promise((_, fail) => setTimeout(() => fail(late), 180_000))]);
  },

  /** Waits for a change of `place` that leaves an answer there; nothing else may refuse or still be waiting. */
  answered(place, answer) {
    return new Promise((done, fail) =>
      new MutationObserver((_, observer) => {
        const error = place.querySelector(".fb-error");
        if (!error && (!place.querySelector(answer) || place.querySelector("fb-status"))) return;
        observer.disconnect();
        if (error) fail(new Error(error.textContent));
        else done(performance.now());
      }).observe(place, { childList: true, subtree: true, characterData: true }),
    );
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
    const count = () => {
      if (counts) {
        frames += 1;
        requestAnimationFrame(count);
      }
    };
    requestAnimationFrame(count);
    const start = performance.now();
    root.querySelector(control).click();
    const answeredAt = await bench.within(there, control);
    const [begins, paintedAt] = await bench.painted();
    counts = false;
    return [answeredAt - start, paintedAt - start, answeredAt - start + paintedAt - begins, frames];
  },

  /**
   * The control to tap for a set-up of a form that was not there before: its numbers and switches take turns, and none
   * goes further than `FROM_START` from where the page began, as readers try what a form is about. Null where none is left.
   */
  next(form, turn) {
    const fields = [...form.querySelectorAll(".fb-stepper [name], .fb-toggle input")];
    const values = fields.map((field) => Number(field.type === "checkbox" ? field.checked : field.value));
    const { starts, seen } = walks.get(form) ?? { starts: values, seen: new Set() };
    walks.set(form, { starts, seen });
    seen.add(values.join());
    for (let tried = 0; tried < 2 * fields.length; tried += 1) {
      const at = (turn + tried) % fields.length;
      const { type, name, min, max } = fields[at];
      const isSwitch = type === "checkbox";
      const step = isSwitch ? 1 - 2 * values[at] : (turn + tried + Math.floor(turn / fields.length)) % 2 ? 1 : -1;
      const value = values[at] + step;
      const isIn =
        isSwitch
        || (Math.abs(value - starts[at]) <= FROM_START
          && (min === "" || value >= Number(min))
          && (max === "" || value <= Number(max)));
      if (!isIn || seen.has(values.with(at, value).join())) continue;
      return isSwitch ? `[name="${name}"]` : `.fb-stepper:has([name="${name}"]) [data-step="${step}"]`;
    }
    return null;
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
      .then(() => bench.painted())
      .then(([, paintedAt]) => paintedAt);
  },
};

// When the page asks for the worker that runs Python; Material's search has one of its own, which is no module.
globalThis.Worker = class extends Worker {
  constructor(address, options) {
    if (options?.type === "module") bench.startedAt ??= performance.now();
    super(address, options);
  }
};
