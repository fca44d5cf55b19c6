// The site's service worker: precaches one complete version of the site and serves it, online and offline.
import { clientsClaim } from "workbox-core/clientsClaim.js";
import { PrecacheController } from "workbox-precaching/PrecacheController.js";
import { PrecacheRoute } from "workbox-precaching/PrecacheRoute.js";
import { NavigationRoute } from "workbox-routing/NavigationRoute.js";
import { registerRoute } from "workbox-routing/registerRoute.js";
import { setCatchHandler } from "workbox-routing/setCatchHandler.js";
import { entries, python } from "precache-list";
import { computeNeededRoom, repair } from "./cache-integrity.js";

const PYTHON = `python-${self.registration.scope}`; // cache of Python's files; their addresses have a version
const NO_ROOM = ["QuotaExceededError", "UnknownError"]; // Chromium's error on a full disk is the second
const REPAIR_AFTER = 3_000; // milliseconds after a page opens, so that the page loads first

const site = new PrecacheController({
  plugins: [
    {
      // Workbox bypasses the HTTP cache by default; revalidating what the browser has cached is enough.
      requestWillFetch: async ({ request }) => new Request(request, { cache: "no-cache" }),
    },
  ],
});
site.addToCacheList(entries);
const getCacheKey = ({ url }) => site.getCacheKeyForURL(url);
const pythonAddresses = new Set(python.map((path) => new URL(path, self.registration.scope).href));

// Install and activate

self.addEventListener("install", (event) => event.waitUntil(install(event)));
self.addEventListener("activate", (event) => {
  // remove files of older versions
  event.waitUntil(Promise.all([site.activate(event), clearPython()]));
});
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting(); // at the reader's request
});
clientsClaim();

async function install(event) {
  const cache = await caches.open(site.strategy.cacheName);
  const before = new Set((await cache.keys()).map(({ url }) => url));
  try {
    if (!(await hasRoomFor(listMissing(before)))) throw new DOMException("the site needs more room", NO_ROOM[0]);
    await site.install(event); // resumes an interrupted install
  } catch (error) {
    if (NO_ROOM.includes(error.name)) await giveUp(cache, before);
    throw error;
  }
}

/** Return the entries whose files are not among the cached addresses. */
const listMissing = (cached) => entries.filter((entry) => !cached.has(getCacheKey(entry)));

/** Delete all files that no complete version uses, and tell the open pages how much room the site needs. */
async function giveUp(cache, before) {
  const used = self.registration.active ? before : new Set(); // half a site only takes room from what readers save
  const unused = (await cache.keys()).filter(({ url }) => !used.has(url));
  await Promise.allSettled(unused.map((request) => cache.delete(request)));
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: "window" });
  for (const page of pages) page.postMessage({ neededBytes: computeNeededRoom(listMissing(used)) });
}

async function hasRoomFor(entries) {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  return !(quota - usage < computeNeededRoom(entries)); // true if the browser gives no estimate
}

async function clearPython() {
  await caches.delete(`later-${self.registration.scope}`); // of versions that cached a second Python runtime
  const cache = await caches.open(PYTHON);
  const old = (await cache.keys()).filter(({ url }) => !pythonAddresses.has(url));
  await Promise.all(old.map((request) => cache.delete(request)));
}

// Answer

const cachedFiles = new PrecacheRoute(site, {
  ignoreURLParametersMatching: [/./], // all parameters are for the page's forms
  directoryIndex: null,
  cleanURLs: false,
});

registerRoute(cachedFiles.match, ({ request, event, ...rest }) => {
  if (request.mode === "navigate" && !navigator.connection?.saveData) event.waitUntil(scheduleRepair());
  // A missing file is fetched, verified and cached again; no-cors responses can't be verified.
  const checkable = request.mode === "no-cors" ? new Request(request.url) : request;
  return site.strategy.handle({ ...rest, event, request: checkable });
});

registerRoute(
  ({ url }) => pythonAddresses.has(url.href),
  async ({ request, event }) => {
    const cache = await caches.open(PYTHON);
    const cached = await cache.match(request.url);
    if (cached) return cached;
    const answer = await fetch(request);
    if (answer.ok) event.waitUntil(cache.put(request.url, answer.clone()).catch(() => {})); // there may be no room
    return answer;
  },
);

registerRoute(
  new NavigationRoute(async ({ request, url }) => {
    const page = findMeantPage(url);
    if (page) return Response.redirect(page);
    try {
      return await fetch(request);
    } catch {
      return answerNotFound();
    }
  }),
);

// The cache failed, or a file is missing and the host already has another version. Use the host's version.
setCatchHandler(({ request }) => fetch(request, { cache: "no-cache" }));

/** Return the address of the page that a host would redirect to, or null. */
function findMeantPage(url) {
  const page = new URL(url);
  const path = page.pathname;
  page.pathname = path.endsWith("/index.html") ? path.slice(0, -"index.html".length) : `${path}/`;
  return cachedFiles.match({ request: { url: page.href } }) ? page.href : null;
}

async function answerNotFound() {
  const page = await site.matchPrecache(new URL("404.html", self.registration.scope).href);
  return page ? new Response(page.body, { status: 404, headers: page.headers }) : Response.error();
}

// Repair

let underWay = null;

/** Repair the cache once per start of this worker, after the page has had time to load. */
function scheduleRepair() {
  underWay ??= new Promise((done) => setTimeout(done, REPAIR_AFTER))
    .then(() => repair(site.strategy.cacheName, entries, getCacheKey))
    .catch(() => self.registration.update().catch(() => {})); // offline, or the host already has another version
  return underWay;
}
