// The site's index and the search engine, fetched once when a reader opens the search.
import { Failure } from "../lib/failure.js";
import { createForeignFailure, fetchText } from "../lib/fetch.js";
import { resolveAddress } from "../lib/url-state.js";

/** @typedef {typeof import("#search-engine")} Engine */
/** @typedef {InstanceType<Engine["Finder"]>} Finder */

/** @type {Promise<{ finder: Finder, engine: Engine }> | null} */
let loading = null;

/** Fetch the site's index and the engine. Rejects with a Failure, and the next call tries again. */
export function fetchSiteIndex() {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load() {
  const [text, engine] = await Promise.all([fetchText(new URL(resolveAddress("search/index.json"))), loadEngine()]);
  try {
    return { finder: await engine.Finder.prepare(JSON.parse(text)), engine };
  } catch {
    throw createForeignFailure();
  }
}

/** @returns {Promise<Engine>} */
async function loadEngine() {
  try {
    return await import("#search-engine");
  } catch (error) {
    console.warn(error);
    throw new Failure("its script couldn't be downloaded");
  }
}

/** @param {Finder["entries"][number]} entry */
export const buildAddress = ({ url, anchor }) => resolveAddress(url + (anchor ? `#${anchor}` : ""));
