// Patch for the theme's instant navigation, which leaves some navigation within a page to the browser. It runs before
// the theme, to receive events first.
//
// Until it has fetched a page, instant navigation reloads the current page for the first link, step back or dialog
// within it, and all results would be lost. It also follows the skip link too late, when Tab has already moved into the
// menus.
//
// It stores the scroll position with a delay. If the page changes meanwhile, that position belongs to the next page,
// which then opens scrolled down.
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
    dispatchEvent(new Event("stepped")); // for the site's modules
  });

  /** Return true if a link leads to this page or a part of it. @param {HTMLAnchorElement} link */
  const isHere = ({ origin, pathname }) => origin === location.origin && pathname === location.pathname;

  /** Return true if a link sets forms, and differs from the current address. @param {HTMLAnchorElement} link */
  const hasOtherState = ({ search }) => Boolean(search) && search !== location.search;

  /** Have the browser follow a link: the theme ignores links with a target. @param {HTMLAnchorElement} link */
  const leaveToBrowser = (link) => {
    const given = link.getAttribute("href") ?? "";
    link.target = "_self";
    setTimeout(() => {
      link.removeAttribute("target");
      link.setAttribute("href", given);
    });
  };

  /** Close the menu and scroll to the top, for a menu link to the current page. */
  const scrollToTop = () => {
    const menu = document.querySelector("#__drawer:checked");
    if (menu instanceof HTMLInputElement) menu.click();
    scrollTo(0, 0);
  };

  document.addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link || link.target || event.ctrlKey || event.metaKey) return;
      if (isHere(link) && hasOtherState(link)) {
        leaveToBrowser(link); // the theme would change the address without updating the forms
      } else if (isFirst && isHere(link) && !link.hash) {
        event.preventDefault();
        event.stopPropagation();
        scrollToTop();
      } else if (link.matches(".md-skip") || (isFirst && isHere(link))) {
        leaveToBrowser(link);
        link.search = location.search; // a different query would be another page; this one also keeps the form's values
      }
    },
    { capture: true },
  );
}
