// The site's index, fetched once, when a reader turns to the search.
import { Finder } from "./find.js";

const ROOT = new URL("../../../", import.meta.url);

/** @type {Promise<Finder> | null} */
let loading = null;

/** The site's index. Where it did not come, the next call tries again. */
export function siteIndex() {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load() {
  const answer = await fetch(new URL("search/index.json", ROOT));
  if (!answer.ok) throw new Error(`error ${answer.status}`);
  return new Finder(await answer.json());
}

/** @param {import("./find.js").Entry} entry */
export const addressOf = ({ url, anchor }) => new URL(url + (anchor ? `#${anchor}` : ""), ROOT).href;
