// Message for readers whose browser can't run the site's scripts, in syntax that such browsers understand.

const READ_ON = "so nothing rolls here; the rules, tables and odds are all on the page.";
const SERVED = "Rolling needs Chrome or Edge 111, Firefox 121, Safari 16.4, or a later version.";

/**
 * Hide everything that needs scripts, and say why at the top of the page.
 * @param {boolean} [isTooOld] true if the browser is too old
 */
export function reportUnsupported(isTooOld = false) {
  document.documentElement.setAttribute("data-unscripted", "");
  const tell = () => {
    const page = document.querySelector(".fb-page, article");
    if (!page || page.querySelector(".fb-unscripted")) return;
    const told = document.createElement("p");
    told.className = "fb-noscript fb-unscripted";
    told.setAttribute("role", "alert");
    page.insertBefore(told, page.firstChild);
    told.textContent = isTooOld
      ? `This browser is too old, ${READ_ON} ${SERVED}`
      : `This page's scripts didn't run, ${READ_ON} Reload it once you're online. ${SERVED}`;
  };
  tell();
  globalThis.document$?.subscribe(tell); // the theme may still load other pages
}
