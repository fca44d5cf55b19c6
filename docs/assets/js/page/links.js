// Links within the site that hold wherever they are shown: the build writes them from the page that it builds, and a part
// of that page may be shown on another one.
import { addressOf } from "./address.js";

/** Let every link that names its page lead there, and those that come later. */
export function holdLinks() {
  resolve(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) if (node instanceof Element) resolve(node);
    }
  }).observe(document.body, { childList: true, subtree: true });
}

/** @param {Element} root */
function resolve(root) {
  for (const link of root.querySelectorAll("a[data-page]")) {
    const page = link.getAttribute("data-page") ?? "";
    if (link instanceof HTMLAnchorElement) link.href = addressOf(page);
  }
}
