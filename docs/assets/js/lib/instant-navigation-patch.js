// Ways within a page: the theme's instant navigation leaves some of them to the browser, which goes there at once. It
// runs before the theme, which would hear of each step first.
//
// As long as it has fetched no page, instant navigation fetches the one that is there for the first link, step back or
// dialog within it, and all that was rolled on it would be gone. The skip link it would follow a moment later, when a
// Tab has begun at the menus again.
//
// It notes how far a page is scrolled a tenth of a second later. Where a link was followed meanwhile, or a page takes
// long to come, that note would be the next page's, which would open far from its top or from the part that was meant.
{
  let isFirst = true;
  let isUnderWay = false;
  let lastPath = "";
  Object.defineProperty(globalThis, "location$", {
    configurable: true,
    set(leads) {
      Object.defineProperty(globalThis, "location$", { value: leads, writable: true });
      leads.subscribe((/** @type {URL} */ { pathname }) => {
        isFirst = false;
        isUnderWay ||= pathname !== lastPath;
        lastPath = pathname;
      });
      globalThis.document$?.subscribe(() => {
        isUnderWay = false;
      });
    },
  });

  const replaceState = history.replaceState.bind(history);
  history.replaceState = (state, unused, address) => {
    if (!isUnderWay || address) replaceState(state, unused, address);
  };

  addEventListener("popstate", (event) => {
    if (isFirst) event.stopImmediatePropagation();
    dispatchEvent(new Event("stepped")); // for the site's own modules
  });

  /** Whether a link leads to this page, or to a part of it. @param {HTMLAnchorElement} link */
  const isHere = ({ origin, pathname }) => origin === location.origin && pathname === location.pathname;

  /** Whether it brings what forms are set to, and that is not what they are set to now. @param {HTMLAnchorElement} link */
  const setsForms = ({ search }) => Boolean(search) && search !== location.search;

  /** Let the browser follow a link: the theme leaves those with a target alone. @param {HTMLAnchorElement} link */
  const leaveToBrowser = (link) => {
    const given = link.getAttribute("href") ?? "";
    link.target = "_self";
    setTimeout(() => {
      link.removeAttribute("target");
      link.setAttribute("href", given);
    });
  };

  /** What a menu's link to the page that is open does: the menu closes, and the page begins at its top. */
  const toTheTop = () => {
    const menu = document.querySelector("#__drawer:checked");
    if (menu instanceof HTMLInputElement) menu.click();
    scrollTo(0, 0);
  };

  document.addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link || link.target || event.ctrlKey || event.metaKey) return;
      if (isHere(link) && setsForms(link)) {
        leaveToBrowser(link); // the theme would show another address, and the forms as they are
      } else if (isFirst && isHere(link) && !link.hash) {
        event.preventDefault();
        event.stopPropagation();
        toTheTop();
      } else if (link.matches(".md-skip") || (isFirst && isHere(link))) {
        leaveToBrowser(link);
        link.search = location.search; // with another one it would be another page; what is set stays in the address, too
      }
    },
    { capture: true },
  );
}
