// The site's index, fetched once when a reader opens the search.
import { fetchText, somethingElse } from "../../lib/fetch.js";
import { Finder, loadSearchEngine } from "../../lib/site-search.js";
import { addressOf as addressOfPage } from "../../lib/url-state.js";

/** @type {Promise<Finder> | null} */
let loading = null;

/** Fetch the site's index. Rejects with a Failure, and the next call tries again. */
export function siteIndex() {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load() {
  const index = fetchText(new URL(addressOfPage("search/index.json")));
  const [text, MiniSearch] = await Promise.all([index, loadSearchEngine()]);
  try {
    return new Finder(JSON.parse(text), MiniSearch);
  } catch {
    throw somethingElse();
  }
}

/** @param {import("../../lib/site-search.js").Entry} entry */
export const addressOf = ({ url, anchor }) => addressOfPage(url + (anchor ? `#${anchor}` : ""));
