// Readings belong to the rules, so paper has them in full.

/** Open all Readings while the page is printed, also in browsers whose styles can't. */
export function printReadings() {
  /** @type {HTMLDetailsElement[]} */
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details.fb-reading:not([open])")].map(
      (each) => /** @type {HTMLDetailsElement} */ (each),
    );
    for (const each of opened) each.open = true;
  });
  addEventListener("afterprint", () => {
    for (const each of opened) each.open = false;
  });
}
