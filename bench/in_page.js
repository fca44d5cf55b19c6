// Runs in every measured page: taps controls and reports when the frame with the answer was painted.
/** The most steps that a number moves up or down from its initial value. */
const FROM_START = 3;

/** For each form, its initial values and all the set-ups tried since. */
const walks = new WeakMap();

globalThis.bench = {
  /** Resolves to the times when the next frame begins and when it has been painted. */
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

  /** Rejects if the promise hasn't settled after three minutes. */
  within(promise, what) {
    const late = new Error(`no answer to ${what} after three minutes`);
    return Promise.race([promise, new Promise((_, fail) => setTimeout(() => fail(late), 180_000))]);
  },

  /** Waits until `place` changes to show an answer and no pending status; rejects if it shows an error. */
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
   * Taps a control. Resolves to the milliseconds until the answer is in the page, until it is painted, and until it is
   * painted without the wait for the next frame; and to the number of frames that it took.
   */
  async tap(root, control, place, answer) {
    // Wait a random time, because readers tap at any moment of a frame.
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
   * Returns the selector of the control to tap for a set-up of the form that hasn't been tried yet, or null if none is
   * left. Numbers and switches take turns, and numbers stay within `FROM_START` of their initial value, as when a
   * reader tries out a form.
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
   * `bench.first` resolves to the milliseconds from the start of the visit until the first answer was painted.
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

// Records when the page starts the Python worker. Material's search worker isn't a module, so it is ignored.
globalThis.Worker = class extends Worker {
  constructor(address, options) {
    if (options?.type === "module") bench.startedAt ??= performance.now();
    super(address, options);
  }
};
