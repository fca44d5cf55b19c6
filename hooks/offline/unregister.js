// Live reload shows files as they are now. A browser that kept an earlier build at this address fetches this script as
// its update: it takes over at once, throws away what was kept and leaves.
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
