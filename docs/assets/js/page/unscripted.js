// Where the site's modules do not run, as in an old browser, behind a filter, or on an old page beside a new build, the
// reader is told so on top of the page, and what only they do is not shown (without-scripts.css).
//
// WebKit may bring back a page that was left before they ran, and never runs them: it is loaded anew.
{
  const WORDS = "The scripts that roll did not run, so nothing rolls here; rules, tables and odds are all on the page. "
    + "Reload it once you are online. Rolling takes Chrome or Edge 111, Firefox 121, Safari 16.4, or a later one.";
  const haveRun = () => Boolean(globalThis.customElements?.get("fb-search"));

  const tell = () => {
    const page = document.querySelector(".fb-page, article");
    if (!page || page.querySelector(".fb-unscripted")) return;
    const told = document.createElement("p");
    told.className = "fb-noscript fb-unscripted";
    told.setAttribute("role", "alert");
    page.insertBefore(told, page.firstChild);
    told.textContent = WORDS;
    document.documentElement.setAttribute("data-unscripted", "");
  };

  addEventListener("load", () => { // by then every module of the page has run, or never will
    if (haveRun()) return;
    tell();
    globalThis.document$?.subscribe(tell); // the theme may do without them, and bring other pages
  });

  addEventListener("pageshow", (event) => {
    if (event.persisted && !haveRun()) location.reload();
  });
}
