// Inline script of every page (rules_site/bundle/frontend.py). If the page's other scripts don't run, it says why at the top,
// and without-scripts.css hides everything that needs them. It is inline because a host or a filter that refuses script
// files would refuse its file, too.
//
// It remembers what a reader fills in before the scripts run, and a roll by Enter, so that entry/main.js can answer it.
//
// WebKit may restore a page that was left before its modules ran, and never runs them, so such a page is reloaded.

{
  const READ_ON = "so nothing rolls here; the rules, tables and odds are all on the page.";
  const SERVED = "Rolling needs Chrome or Edge 111, Firefox 121, Safari 16.4, or a later version.";
  const SCRIPT_TYPE = /^\s*(text|application)\/(x-)?(java|ecma)script/i;
  const LONGEST_LOOK = 3000; // milliseconds

  const { documentElement: html } = document;

  /** @type {(name: string) => boolean} */
  const isMissing = (name) =>
    name.split(".").reduce((/** @type {any} */ owner, each) => owner?.[each], globalThis) === undefined;
  /** True if the browser lacks something that every part of the site needs. */
  const isTooOld = [
    "BigInt",
    "customElements",
    "AbortController",
    "ResizeObserver",
    "Element.prototype.replaceChildren",
  ].some(isMissing);
  const haveRun = () => !isTooOld && html.hasAttribute("data-first") && Boolean(customElements.get("fb-search"));

  /** @type {Event[]} */
  const early = (globalThis.earlyEvents = []);
  for (const kind of ["input", "submit"]) {
    addEventListener(
      kind,
      (event) => {
        if (!(/** @type {Element} */ (event.target).closest(":not(:defined)")) || haveRun()) return;
        event.preventDefault(); // a form would load the page again
        early.push(event);
      },
      true,
    );
  }

  /**
   * Return the reason why a browser may have refused a script, or "".
   * @param {string} address
   */
  const findCause = async (address) => {
    const name = address.replace(/[?#].*/, "").replace(/.*\//, "");
    try {
      const { ok, headers } = await fetch(address, { cache: "no-cache" });
      const type = headers.get("Content-Type") || "a file of no type";
      if (!ok) return `The host lacks a file (${name}): the site may have changed, so reload the page.`;
      if (SCRIPT_TYPE.test(type)) return "";
      return (
        `The host sends ${name} as ${type.split(";")[0]}, but browsers run it only as text/javascript: `
        + "please tell those who run this site."
      );
    } catch {
      return navigator.onLine === false
        ? "You're offline: reload the page once you're online."
        : `A file didn't arrive (${name}): reload the page once you're online, or let it pass if you use a filter.`;
    }
  };

  /** Return the reason why the page's scripts didn't run. */
  const explain = async () => {
    const scripts = document.querySelectorAll('script[src], link[rel="modulepreload"]');
    const addresses = Array.from(scripts, (each) => String(Reflect.get(each, "src") || Reflect.get(each, "href")));
    const timeout = new Promise((done) => setTimeout(done, LONGEST_LOOK, []));
    const causes = /** @type {string[]} */ (await Promise.race([Promise.all(addresses.map(findCause)), timeout]));
    return causes.find(Boolean) || `Reload it once you're online. ${SERVED}`;
  };

  /** Say at the top of this page, and of those that the theme may still load, why nothing rolls. */
  const report = async () => {
    html.setAttribute("data-unscripted", "");
    const reason = isTooOld
      ? `This browser is too old, ${READ_ON} ${SERVED}`
      : `This page's scripts didn't run, ${READ_ON} ${await explain()}`;
    const tell = () => {
      const page = document.querySelector(".fb-page, article");
      if (!page || page.querySelector(".fb-unscripted")) return;
      const told = document.createElement("p");
      told.className = "fb-noscript fb-unscripted";
      told.setAttribute("role", "alert");
      page.insertBefore(told, page.firstChild);
      told.textContent = reason;
    };
    tell();
    globalThis.document$?.subscribe(tell);
  };

  if (isTooOld) html.setAttribute("data-unscripted", "");

  addEventListener("load", () => {
    // by now every module of the page has run, or never will
    if (!haveRun()) report();
  });

  addEventListener("pageshow", (event) => {
    if (event.persisted && !isTooOld && !haveRun()) location.reload();
  });
}
