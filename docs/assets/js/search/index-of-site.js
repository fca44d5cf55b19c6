// The site's index, fetched once, when a reader turns to the search.
import { fetchText, somethingElse } from "../page/fetching.js";
import { Finder } from "./find.js";

const ROOT = new URL("../../../", import.meta.url);

/** @type {Promise<Finder> | null} */
let loading = null;

/** The site's index. Where it did not come, that is a Failure, and the next call tries again. */
export function siteIndex() {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load() {
  const text = await fetchText(new URL("search/index.json", ROOT));
  try {
    return new Finder(JSON.parse(text));
  } catch {
    throw somethingElse();
  }
}

/** @param {import("./find.js").Entry} entry */
export const addressOf = ({ url, anchor }) => new URL(url + (anchor ? `#${anchor}` : ""), ROOT).href;
