// Redirects from outdated addresses to the page that now has the content, with the same state.
import { rememberFor } from "../../components/forms/form-state.js";
import { showError } from "../../components/result-view.js";
import { fetchSiteIndex } from "../../components/site-index.js";
import { make } from "../../lib/dom.js";
import { checkLength, getSitePath, isHere, readNamedStates, resolveAddress } from "../../lib/url-state.js";
import { findNewPage } from "./redirects.js";

const ANCHOR = /^#([\w.-]+)$/;

/**
 * Handle the address of a new page: go to the page that has its content, or report that it can't be found or is too
 * long.
 * @param {typeof readNamedStates} readStates reads the state of forms, once the address is known not to be too long
 */
export async function checkAddress(readStates = readNamedStates) {
  const address = location.href;
  if (checkLength()) {
    sayOnTop(checkLength());
    history.replaceState(history.state, "", location.pathname); // so that later scripts don't read it either
    return;
  }
  const states = readStates();
  const missing = [...states.keys()].filter((id) => !isHere(id));
  const anchor = ANCHOR.exec(location.hash)?.[1];
  const lost = anchor !== undefined && !document.getElementById(anchor) ? [anchor] : [];
  if (!missing.length && !lost.length) return;
  const places = await fetchSiteIndex().then(
    ({ finder }) => finder.entries,
    () => [],
  );
  if (location.href !== address) return; // the reader has left meanwhile
  const findPage = (/** @type {string} */ id) => findNewPage(places, getSitePath(), id);
  const [main] = states.keys();
  const leading = [...lost, ...missing.filter((id) => id === main || missing.length === states.size)];
  const lead = leading.find(findPage);
  if (lead !== undefined) {
    location.replace(resolveAddress(findPage(lead) + location.search + (location.hash || `#${lead}`)));
    return;
  }
  for (const id of missing) {
    const there = findPage(id);
    if (there !== null)
      rememberFor(there, id, Object.fromEntries(states.get(id) ?? [])); // that page has its state already
    else sayMissing(id);
  }
}

/** Handle another fragment on the same page, such as from a bookmark. */
export const checkAnchor = () => checkAddress(() => new Map());

/** @param {string} id */
function sayMissing(id) {
  sayOnTop(`This link asks for “${id}”, which isn't on this page. Search the site to find it.`);
}

/** @param {string} sentence */
function sayOnTop(sentence) {
  const place = make("div");
  document.querySelector(".fb-page .md-content__inner, .fb-page, main")?.prepend(place);
  showError(place, sentence);
}
