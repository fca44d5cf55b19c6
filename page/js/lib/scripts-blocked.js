// Message for pages whose modules don't run, for example in an old browser, behind a filter, or if an old page meets a
// new build. It appears at the top, and without-scripts.css hides everything that needs scripts.
//
// WebKit may restore a page that was left before its modules ran, and never runs them, so such a page is reloaded.
import { reportUnsupported } from "./unsupported-browser.js";

{
  /** @type {(name: string) => boolean} */
  const isMissing = (name) =>
    name.split(".").reduce((/** @type {any} */ owner, each) => owner?.[each], globalThis) === undefined;
  /** True if the browser lacks something that every part of the site needs. */
  const isTooOld = ["customElements", "AbortController", "ResizeObserver", "Element.prototype.replaceChildren"].some(
    isMissing,
  );
  const haveRun = () => !isTooOld && Boolean(customElements.get("fb-search"));

  if (isTooOld) document.documentElement.setAttribute("data-unscripted", "");

  addEventListener("load", () => {
    // by now every module of the page has run, or never will
    if (haveRun()) return;
    reportUnsupported(isTooOld);
  });

  addEventListener("pageshow", (event) => {
    if (event.persisted && !isTooOld && !haveRun()) location.reload();
  });

  document.documentElement.setAttribute("data-first", ""); // checked by entry/main.js
}
