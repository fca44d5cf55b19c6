// Links to other pages. The build writes them relative to their page, but parts of it may be shown on other pages.
import { runOnEach } from "./lifecycle.js";
import { resolveAddress } from "./url-state.js";

/** Make all links that name their page absolute, now and later. */
export function makeLinksAbsolute() {
  runOnEach("a[data-page]", (link) => {
    const page = link.getAttribute("data-page") ?? "";
    if (link instanceof HTMLAnchorElement) link.href = resolveAddress(page);
  });
}
