// Preloads of the files that answer about a page's sheets and fights. The worker requests them only once the page's
// scripts have run; by then they are here, or on their way. Readers who save data, and the service worker, need none.
{
  const files = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=fb-play-files]"));
  if (files && !navigator.connection?.saveData && !navigator.serviceWorker?.controller) {
    for (const href of files.content.split(" ")) {
      const link = document.createElement("link");
      Object.assign(link, { rel: "modulepreload", href, fetchPriority: files.dataset.priority });
      document.head.append(link);
    }
  }
}
