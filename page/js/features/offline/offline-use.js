// Offline use: registers the service worker after the page has loaded, and shows its progress and updates.
import { make, notify, resolveAddress, runOnEachPage, runWhenIdle, say } from "#shared";

const SCRIPT = resolveAddress("service-worker.js");
const workers = navigator.serviceWorker; // undefined in some private windows and with plain http
const request = make("button", { className: "fb-keep" }); // for readers with data saving on
const ready = make("p", { className: "fb-ready" }, "Ready offline");
const never = make("p", { className: "fb-ready" }, "Online only: this browser can't save pages here");
const full = make("p", { className: "fb-ready" }); // the device has no room
const REFUSALS = ["SecurityError", "NotSupportedError"]; // errors of browsers that don't allow a service worker

/** The note in the footer. @type {HTMLElement | null} */
let inFoot = null;

/** @type {ServiceWorker | null} */
let watched = null;

/** Cache the site. */
export function cacheForOffline() {
  if (!workers) {
    showInFoot(never);
    return;
  }
  reloadOnTakeOver();
  workers.addEventListener("message", ({ data }) => data?.neededBytes && showFull(data.neededBytes));
  const startWhenIdle = () => runWhenIdle(start);
  if (document.readyState === "complete") startWhenIdle();
  else addEventListener("load", startWhenIdle, { once: true });
}

async function start() {
  try {
    const registration = await workers.getRegistration(SCRIPT);
    const isCached = registration?.active?.scriptURL === SCRIPT;
    if (navigator.connection?.saveData && !isCached) offer();
    else await register();
  } catch (error) {
    if (!(error instanceof DOMException)) return; // the host didn't answer, and the page works as well
    if (REFUSALS.includes(error.name)) showInFoot(never);
    else if (navigator.onLine) await showFull(); // the browser can't even note the service worker
  }
}

async function register() {
  const registration = await workers.register(SCRIPT, { updateViaCache: "none" });
  if (registration.active) showInFoot(ready);
  if (registration.waiting && registration.active) offerReload(registration);
  watch(registration);
  registration.addEventListener("updatefound", () => watch(registration));
}

/**
 * Follow a new version until it is ready.
 * @param {ServiceWorkerRegistration} registration
 */
function watch(registration) {
  const worker = registration.installing;
  if (!worker || worker === watched) return;
  watched = worker;
  const isFirst = !registration.active;
  worker.addEventListener("statechange", () => {
    if (worker.state === "installed" && !isFirst) offerReload(registration);
    if (worker.state === "activated" && isFirst) showReady();
    if (worker.state === "redundant" && isFirst) offerRetry();
  });
}

function showReady() {
  request.remove();
  showInFoot(ready);
  say("Ready offline.");
}

/**
 * Say that there is no room for the site. An older version that is complete stays.
 * @param {number} [neededBytes] if the service worker could measure them
 */
async function showFull(neededBytes) {
  const registration = await workers.getRegistration(SCRIPT).catch(() => undefined);
  if (registration?.active) return;
  const size = neededBytes ? ` (${Math.ceil(neededBytes / 1e6)} MB)` : "";
  full.textContent = `Online only: this device has no room to keep the site offline${size}. Free some space, then reload.`;
  showInFoot(full);
}

/** Offer another try, which is short because finished downloads are cached. */
function offerRetry() {
  if (request.isConnected) {
    Object.assign(request, { textContent: "Couldn't be saved: try again", disabled: false });
  } else {
    addEventListener("online", start, { once: true });
  }
}

/** @param {ServiceWorkerRegistration} registration */
function offerReload(registration) {
  notify("Site changed: reload", () => {
    if (registration.waiting) registration.waiting.postMessage("take over");
    else location.reload(); // another tab was first
  });
}

/** Reload every tab when a new version takes over; the first version changes nothing on the page. */
function reloadOnTakeOver() {
  let isCached = Boolean(workers.controller);
  let isReloading = false;
  workers.addEventListener("controllerchange", () => {
    if (isCached && !isReloading) {
      isReloading = true;
      location.reload();
    }
    isCached = true;
  });
}

function offer() {
  Object.assign(request, { textContent: "Save for offline use" });
  request.addEventListener("click", () => {
    Object.assign(request, { textContent: "Saving for offline use…", disabled: true });
    register().catch(offerRetry);
  });
  showInFoot(request);
}

/**
 * Show a note in the footer of this page and the following ones, in place of the previous note.
 * @param {HTMLElement} element
 */
function showInFoot(element) {
  if (!inFoot) runOnEachPage(() => inFoot && document.querySelector(".md-footer-meta__inner")?.append(inFoot));
  else inFoot.remove();
  inFoot = element;
  document.querySelector(".md-footer-meta__inner")?.append(element);
}
