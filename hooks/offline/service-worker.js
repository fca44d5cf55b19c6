// The site's service worker: keeps one whole version of the site and answers from it, with or without a connection.
import { clientsClaim } from "workbox-core/clientsClaim.js";
import { PrecacheController } from "workbox-precaching/PrecacheController.js";
import { PrecacheRoute } from "workbox-precaching/PrecacheRoute.js";
import { NavigationRoute } from "workbox-routing/NavigationRoute.js";
import { registerRoute } from "workbox-routing/registerRoute.js";
import { setCatchHandler } from "workbox-routing/setCatchHandler.js";
import { entries, later } from "precache-list";
import { mend, wantedRoom } from "./cache-integrity.js";

const LATER = `later-${self.registration.scope}`; // what hardly anybody needs; all of it has a version in its address
const MEND_AFTER = 3_000; // milliseconds from opening a page, so that the page comes first

const site = new PrecacheController({
  plugins: [
    {
      // Workbox fetches everything anew; what the browser's own cache holds need only be confirmed by the host.
      requestWillFetch: async ({ request }) => new Request(request, { cache: "no-cache" }),
    },
  ],
});
site.addToCacheList(entries);
const keyOf = ({ url }) => site.getCacheKeyForURL(url);
const addressOf = ({ url }) => new URL(url, self.registration.scope).href;

// Install and activate

self.addEventListener("install", (event) => event.waitUntil(install(event)));
self.addEventListener("activate", (event) => {
  // older versions' files go
  event.waitUntil(Promise.all([site.activate(event), clearLater()]));
});
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting(); // when the reader says so
  if (event.data === "keep the rest") event.waitUntil(keepLater()); // when the page needs the line no more
});
clientsClaim();

async function install(event) {
  const cache = await caches.open(site.strategy.cacheName);
  const before = new Set((await cache.keys()).map(({ url }) => url));
  const missing = entries.filter((entry) => !before.has(keyOf(entry)));
  if (!(await hasRoomFor(missing))) throw new Error("there is no room for the site");
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

async function hasRoomFor(entries) {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  return !(quota - usage < wantedRoom(entries)); // where the browser doesn't say, it is tried
}

async function clearLater() {
  const cache = await caches.open(LATER);
  const wanted = new Set(later.map(addressOf));
  await Promise.all((await cache.keys()).filter(({ url }) => !wanted.has(url)).map((request) => cache.delete(request)));
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

const laterAddresses = new Set(later.map(addressOf));
registerRoute(
  ({ url }) => laterAddresses.has(url.href),
  async ({ request }) => (await (await caches.open(LATER)).match(request.url)) ?? fetch(request),
);

registerRoute(
  new NavigationRoute(async ({ request, url }) => {
    const page = pageMeant(url);
    if (page) return Response.redirect(page);
    try {
      return await fetch(request);
    } catch {
      return notFound();
    }
  }),
);

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

let keeping = null;

/** What hardly anybody needs, but now and then somebody does; where it did not come, the next page asks again. */
function keepLater() {
  keeping ??= keepMissing().catch(() => {
    keeping = null;
  });
  return keeping;
}

/** Only what is not there is fetched and checked: a new version takes over no earlier than this is done. */
async function keepMissing() {
  const kept = new Set((await (await caches.open(LATER)).keys()).map(({ url }) => url));
  const missing = later.filter((entry) => !kept.has(addressOf(entry)));
  if (await hasRoomFor(missing)) await mend(LATER, missing, addressOf);
}
