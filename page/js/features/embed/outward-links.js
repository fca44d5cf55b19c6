// Links of an embedded block: they open beside the page around it, not in its frame.
import { makeLinksAbsolute } from "../../lib/links.js";

/** Open all links to other pages in tabs of their own, also those of later answers. */
export function leaveFrame() {
  makeLinksAbsolute();
  document.addEventListener(
    "click",
    ({ target }) => {
      const link = target instanceof Element ? target.closest("a[href]") : null;
      if (!(link instanceof HTMLAnchorElement) || isHere(link)) return;
      link.target = "_blank";
      link.rel = "noopener";
    },
    { capture: true },
  );
}

/** Return true for a link to a part of this page. @param {HTMLAnchorElement} link */
const isHere = ({ pathname, origin, hash }) =>
  origin === location.origin && pathname === location.pathname && document.getElementById(hash.slice(1)) !== null;
