// Links to other pages. The build writes them relative to their page, but parts of it may be shown on other pages.
import { onEach } from "./lifecycle.js";
import { addressOf } from "./url-state.js";

/** Make all links that name their page absolute, now and later. */
export function holdLinks() {
  onEach("a[data-page]", (link) => {
    const page = link.getAttribute("data-page") ?? "";
    if (link instanceof HTMLAnchorElement) link.href = addressOf(page);
  });
}
