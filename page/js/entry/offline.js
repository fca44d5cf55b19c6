// Script that keeps the site for offline use.
export { cacheForOffline } from "../features/offline/offline-use.js";
