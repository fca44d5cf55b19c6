// Where the site's modules do not run, as in an old browser, behind a filter, or on an old page beside a new build, the
// reader is told so on top of the page, and what only they do is not shown (without-scripts.css).
//
// WebKit may bring back a page that was left before they ran, and never runs them: it is loaded anew.
import { goWithout } from "./unsupported-browser.js";

{
  /** @type {(name: string) => boolean} */
  const lacks = (name) =>
    name.split(".").reduce((/** @type {any} */ owner, each) => owner?.[each], globalThis) === undefined;
  /** Whether it has not what every part of the site asks for. */
  const isTooOld = ["customElements", "AbortController", "ResizeObserver", "Element.prototype.replaceChildren"].some(
    lacks,
  );
  const haveRun = () => !isTooOld && Boolean(customElements.get("fb-search"));

  if (isTooOld) document.documentElement.setAttribute("data-unscripted", "");

  addEventListener("load", () => {
    // by then every module of the page has run, or never will
    if (haveRun()) return;
    goWithout(isTooOld);
  });

  addEventListener("pageshow", (event) => {
    if (event.persisted && !isTooOld && !haveRun()) location.reload();
  });

  document.documentElement.setAttribute("data-first", ""); // entry/main.js looks for it
}
