// The site's service worker: keeps one whole version of the site and answers from it, with or without a connection.
import { clientsClaim } from "workbox-core/clientsClaim.js";
import { PrecacheController } from "workbox-precaching/PrecacheController.js";
import { PrecacheRoute } from "workbox-precaching/PrecacheRoute.js";
import { NavigationRoute } from "workbox-routing/NavigationRoute.js";
import { registerRoute } from "workbox-routing/registerRoute.js";
import { setCatchHandler } from "workbox-routing/setCatchHandler.js";
import entries from "precache-list";
import { mend, wantedRoom } from "./whole_cache.js";

const MEND_AFTER = 10_000; // milliseconds from opening a page, so that the page comes first

const site = new PrecacheController({
  plugins: [{
    // Workbox fetches everything anew; what the browser's own cache holds need only be confirmed by the host.
    requestWillFetch: async ({ request }) => new Request(request, { cache: "no-cache" }),
  }],
});
site.addToCacheList(entries);
const keyOf = ({ url }) => site.getCacheKeyForURL(url);

// Install and activate

self.addEventListener("install", (event) => event.waitUntil(install(event)));
self.addEventListener("activate", (event) => event.waitUntil(site.activate(event))); // older versions' files go
self.addEventListener("message", ({ data }) => data === "take over" && self.skipWaiting()); // when the reader says so
clientsClaim();

async function install(event) {
  const cache = await caches.open(site.strategy.cacheName);
  const before = new Set((await cache.keys()).map(({ url }) => url));
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  if (quota - usage < wantedRoom(entries.filter((entry) => !before.has(keyOf(entry))))) {
    throw new Error("there is no room for the site");
  }
  try {
    await site.install(event); // takes up where one that was cut off ended
  } catch (error) {
    if (error.name === "QuotaExceededError") {
      const taken = (await cache.keys()).filter(({ url }) => !before.has(url));
      await Promise.all(taken.map((request) => cache.delete(request)));
    }
    throw error;
  }
}

// Answer

const kept = new PrecacheRoute(site, {
  ignoreURLParametersMatching: [/./], // they are for the page's forms
  directoryIndex: null,
  cleanURLs: false,
});

registerRoute(kept.match, ({ request, event, ...rest }) => {
  if (request.mode === "navigate" && !navigator.connection?.saveData) event.waitUntil(mendSoon());
  // A file that is missing is fetched, checked and kept again; no-cors requests can't be checked.
  const checkable = request.mode === "no-cors" ? new Request(request.url) : request;
  return site.strategy.handle({ ...rest, event, request: checkable });
});

registerRoute(new NavigationRoute(async ({ request, url }) => {
  const page = pageMeant(url);
  if (page) return Response.redirect(page);
  try {
    return await fetch(request);
  } catch {
    return notFound();
  }
}));

// The cache refused, or something is missing and the host has another version by now: what the host has is whole.
setCatchHandler(({ request }) => fetch(request, { cache: "no-cache" }));

/** The page that a host would send readers on to, or null. */
function pageMeant(url) {
  const page = new URL(url);
  const path = page.pathname;
  page.pathname = path.endsWith("/index.html") ? path.slice(0, -"index.html".length) : `${path}/`;
  return kept.match({ request: { url: page.href } }) ? page.href : null;
}

async function notFound() {
  const page = await site.matchPrecache(new URL("404.html", self.registration.scope).href);
  return page ? new Response(page.body, { status: 404, headers: page.headers }) : Response.error();
}

// Heal

let mending = null;

/** Once each time the browser starts this worker, when the page has had its turn. */
function mendSoon() {
  mending ??= new Promise((done) => setTimeout(done, MEND_AFTER))
    .then(() => mend(site.strategy.cacheName, entries, keyOf))
    .catch(() => self.registration.update().catch(() => {})); // no connection, or the host has another version by now
  return mending;
}
