// Links within the site that hold wherever they are shown: the build writes them from the page that it builds, and a part
// of that page may be shown on another one.
import { onEach } from "./lifecycle.js";
import { addressOf } from "./url-state.js";

/** Let every link that names its page lead there, and those that come later. */
export function holdLinks() {
  onEach("a[data-page]", (link) => {
    const page = link.getAttribute("data-page") ?? "";
    if (link instanceof HTMLAnchorElement) link.href = addressOf(page);
  });
}
