// An address that names what its page no longer has leads to the page that has it now, state and all.
import { rememberFor } from "../../components/forms/form-state.js";
import { showError } from "../../components/result-view.js";
import { make } from "../../lib/dom.js";
import { addressOf, isHere, pathInSite, statesNamed, tooLong } from "../../lib/url-state.js";
import { pageOf } from "./redirects.js";
import { siteIndex } from "./site-index.js";

const ANCHOR = /^#([\w.-]+)$/;

/**
 * The page has come: go on to where its address leads, or say what can't be found, or that nobody reads as much.
 * @param {typeof statesNamed} readStates reads what it says of forms, once it is known not to be too long
 */
export async function checkAddress(readStates = statesNamed) {
  const address = location.href;
  if (tooLong()) {
    sayOnTop(tooLong());
    history.replaceState(history.state, "", location.pathname); // nothing that comes later reads it either
    return;
  }
  const states = readStates();
  const missing = [...states.keys()].filter((id) => !isHere(id));
  const anchor = ANCHOR.exec(location.hash)?.[1];
  const lost = anchor !== undefined && !document.getElementById(anchor) ? [anchor] : [];
  if (!missing.length && !lost.length) return;
  const places = await siteIndex().then(
    ({ entries }) => entries,
    () => [],
  );
  if (location.href !== address) return; // the reader is elsewhere by now
  const page = (/** @type {string} */ id) => pageOf(places, pathInSite(), id);
  const [main] = states.keys();
  const leading = [...lost, ...missing.filter((id) => id === main || missing.length === states.size)];
  const lead = leading.find(page);
  if (lead !== undefined) {
    location.replace(addressOf(page(lead) + location.search + (location.hash || `#${lead}`)));
    return;
  }
  for (const id of missing) {
    const there = page(id);
    if (there !== null)
      rememberFor(there, id, Object.fromEntries(states.get(id) ?? [])); // it is set there already
    else sayMissing(id);
  }
}

/** The page stays, and its address names another place of it, as a bookmark does that is opened where it leads. */
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
