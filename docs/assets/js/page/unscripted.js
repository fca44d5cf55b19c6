// Where the site's modules do not run, as in an old browser, behind a filter, or on an old page beside a new build, the
// reader is told so on top of the page, and what only they do is not shown (without-scripts.css).
//
// WebKit may bring back a page that was left before they ran, and never runs them: it is loaded anew.
{
  const READ_ON = "so nothing rolls here; rules, tables and odds are all on the page.";
  const SERVED = "Rolling takes Chrome or Edge 111, Firefox 121, Safari 16.4, or a later one.";
  /** @type {(name: string) => boolean} */
  const lacks = (name) => name.split(".").reduce((/** @type {any} */ owner, each) => owner?.[each], globalThis) === undefined;
  /** Whether it has not what every part of the site asks for. */
  const isTooOld = ["customElements", "AbortController", "ResizeObserver", "Element.prototype.replaceChildren"].some(lacks);
  const haveRun = () => !isTooOld && Boolean(customElements.get("fb-search"));

  const tell = () => {
    const page = document.querySelector(".fb-page, article");
    if (!page || page.querySelector(".fb-unscripted")) return;
    const told = document.createElement("p");
    told.className = "fb-noscript fb-unscripted";
    told.setAttribute("role", "alert");
    page.insertBefore(told, page.firstChild);
    told.textContent = isTooOld ? `This browser is too old, ${READ_ON} ${SERVED}`
      : `The scripts that roll did not run, ${READ_ON} Reload it once you are online. ${SERVED}`;
  };

  const goWithout = () => document.documentElement.setAttribute("data-unscripted", ""); // page/main.js looks for it

  if (isTooOld) goWithout();

  addEventListener("load", () => { // by then every module of the page has run, or never will
    if (haveRun()) return;
    goWithout();
    tell();
    globalThis.document$?.subscribe(tell); // the theme may do without them, and bring other pages
  });

  addEventListener("pageshow", (event) => {
    if (event.persisted && !isTooOld && !haveRun()) location.reload();
  });
}
