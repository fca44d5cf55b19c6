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
        const error = [...place.querySelectorAll(".fb-error")].find((each) => each.checkVisibility());
        if (!error && (!place.querySelector(answer) || place.querySelector("fb-status"))) return;
        observer.disconnect();
        if (error) fail(new Error(error.textContent));
        else done(performance.now());
      }).observe(place, { childList: true, subtree: true, characterData: true }),
    );
  },

  /** Waits until nothing in `place` has changed for a while, such as chances that come after an answer. */
  quiet(place) {
    return new Promise((done) => {
      const start = () => setTimeout(finish, 150);
      const observer = new MutationObserver(() => {
        clearTimeout(timer);
        timer = start();
      });
      const finish = () => {
        observer.disconnect();
        done();
      };
      let timer = start();
      observer.observe(place, { childList: true, subtree: true, characterData: true, attributes: true });
    });
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
    bench.first = bench
      .scriptsRun(rootName)
      .then(() => {
        const root = document.querySelector(rootName);
        const answered = bench.answered(place ? root.querySelector(place) : root, answer);
        root.querySelector(control).click();
        return answered;
      })
      .then(() => bench.painted())
      .then(([, paintedAt]) => paintedAt);
  },

  /**
   * Waits for a calculator's numbers without a tap.
   * `bench.first` resolves to the milliseconds from the start of the visit until the numbers were painted.
   */
  expectNumbers(rootName, place) {
    bench.first = bench
      .scriptsRun(rootName)
      .then(() => {
        const root = document.querySelector(rootName);
        return bench.changed(root, root.querySelector(place));
      })
      .then((isAnswered) => {
        if (!isAnswered) throw new Error(`the values of ${location} are refused`);
        return bench.painted();
      })
      .then(([, paintedAt]) => paintedAt);
  },

  /** Resolves once an element of that name works: a custom one when its script has run, another when all have. */
  async scriptsRun(rootName) {
    if (rootName.includes("-")) await customElements.whenDefined(rootName);
    else await new Promise((done) => addEventListener("DOMContentLoaded", done));
  },

  /** Opens everything around and in a form's element that is folded. Returns its fields' values by name. */
  open(root) {
    for (let around = root.closest("details"); around; around = around.parentElement.closest("details")) {
      around.open = true;
    }
    for (const folded of root.querySelectorAll(".fb-odds, .fb-group")) folded.open = true;
    const fields = [...root.querySelector("form").elements].filter(({ name }) => name);
    return Object.fromEntries(
      fields
        .filter(({ type, checked }) => type !== "radio" || checked)
        .map(({ name, type, checked, value }) => [name, type === "checkbox" ? String(checked) : value]),
    );
  },

  /**
   * Changes fields one after the other, each as soon as the answer to the last change has been painted. Resolves to the
   * milliseconds from each change to that moment, or null for a change that the rule refused.
   */
  async changeAll(root, place, changes) {
    const times = [];
    for (const [name, value] of changes) times.push(await bench.change(root, place, name, value));
    return times;
  },

  /** Changes one field, like `changeAll`. */
  async change(root, place, name, value) {
    const fields = [...root.querySelector("form").elements].filter((field) => field.name === name);
    const change = bench.changed(root, root.querySelector(place));
    const start = performance.now();
    for (const field of fields) {
      if (field.type === "checkbox") field.checked = value === "true";
      else if (field.type === "radio") field.checked = field.value === value;
      else field.value = value;
    }
    fields[0].dispatchEvent(new Event("input", { bubbles: true }));
    const isAnswered = await bench.within(change, `${name}=${value}`);
    const [, paintedAt] = await bench.painted();
    return isAnswered ? paintedAt - start : null;
  },

  /** Resolves once the next answer is in `place`: to true, or to false if it is a refusal, anywhere in `root`. */
  changed(root, place) {
    return new Promise((done) => {
      let isNew = false;
      new MutationObserver((changes, observer) => {
        const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
        const isRefused = added.some((node) => node.matches(".fb-error") || node.querySelector(".fb-error"));
        isNew ||= changes.some(({ type, target }) => type === "childList" && place.contains(target));
        const isPending = place.matches("[aria-busy], [data-age]") || root.querySelector("fb-status");
        if (!isRefused && (!isNew || isPending)) return;
        observer.disconnect();
        done(!isRefused);
      }).observe(root, { attributes: true, childList: true, subtree: true });
    });
  },
};
