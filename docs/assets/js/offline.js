// With no connection: has the service worker keep the site once the reader is served, and tells of it and of updates.
import { whenIdle } from "./idle.js";
import { notify } from "./notice.js";
import { runtime } from "./runtime.js";

const SCRIPT = new URL("../../service-worker.js", import.meta.url).href;
const workers = navigator.serviceWorker; // undefined in some private windows and on plain http
const isForIt = document.querySelector('link[rel="manifest"]'); // live reload has none
const request = document.createElement("button"); // for readers who asked to save data

let watched = null;

if (workers && isForIt) {
  reloadOnTakeOver();
  whenServed(start);
}

/** The page is there, and Python too if anything asked for it. */
function whenServed(work) {
  const isServed = () => {
    if (["starting", "slow"].includes(runtime.state.phase)) return;
    runtime.removeEventListener("change", isServed);
    work();
  };
  const waitForPython = () => whenIdle(() => {
    runtime.addEventListener("change", isServed);
    isServed();
  });
  document.readyState === "complete" ? waitForPython() : addEventListener("load", waitForPython, { once: true });
}

async function start() {
  try {
    const registration = await workers.getRegistration(SCRIPT);
    const isKept = registration?.active?.scriptURL === SCRIPT;
    if (navigator.connection?.saveData && !isKept) offer();
    else await keep();
  } catch {
    // The browser keeps nothing, as in a private window, or there is no connection: the page works as it does.
  }
}

async function keep() {
  const registration = await workers.register(SCRIPT, { updateViaCache: "none" });
  if (registration.waiting && registration.active) offerReload(registration);
  watch(registration);
  registration.addEventListener("updatefound", () => watch(registration));
}

/** Follow a new version until it is ready. */
function watch(registration) {
  const worker = registration.installing;
  if (!worker || worker === watched) return;
  watched = worker;
  const isFirst = !registration.active;
  worker.addEventListener("statechange", () => {
    if (worker.state === "installed" && !isFirst) offerReload(registration);
    if (worker.state === "activated" && isFirst) arrived();
    if (worker.state === "redundant" && isFirst) failed();
  });
}

function arrived() {
  request.remove();
  notify("Ready offline");
}

/** What has come so far is kept, so that another try is short. */
function failed() {
  if (request.isConnected) {
    Object.assign(request, { textContent: "Could not be kept: try again", disabled: false });
  } else {
    addEventListener("online", start, { once: true });
  }
}

function offerReload(registration) {
  notify("New version: reload", () => {
    if (registration.waiting) registration.waiting.postMessage("take over");
    else location.reload(); // another tab was first
  });
}

/** When a new version takes over, every tab goes on with it. The first version of all changes nothing on the page. */
function reloadOnTakeOver() {
  let isKept = Boolean(workers.controller);
  let isReloading = false;
  workers.addEventListener("controllerchange", () => {
    if (isKept && !isReloading) {
      isReloading = true;
      location.reload();
    }
    isKept = true;
  });
}

function offer() {
  Object.assign(request, { className: "fb-keep", textContent: "Keep for offline use" });
  request.addEventListener("click", () => {
    Object.assign(request, { textContent: "Keeping it for offline use…", disabled: true });
    keep().catch(failed);
  });
  const show = () => request.disabled || document.querySelector(".md-footer-meta__inner")?.append(request);
  globalThis.document$ ? globalThis.document$.subscribe(show) : show();
}
