// Unregisters the service worker, because live reload must show current files. A browser with an earlier build's
// service worker fetches this script as its update: it takes over at once, deletes the caches and unregisters.
self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(
        names.filter((name) => name.endsWith(self.registration.scope)).map((name) => caches.delete(name)),
      );
      await self.registration.unregister();
      for (const tab of await self.clients.matchAll({ type: "window" })) tab.navigate(tab.url);
    })(),
  ),
);
