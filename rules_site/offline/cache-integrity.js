// Verification and repair of cached files.
import { copyResponse } from "workbox-core/copyResponse.js";

/** Return the bytes that must be free for the entries; a cache takes slightly more space than its files. */
export const computeNeededRoom = (entries) => entries.reduce((sum, { size }) => sum + size, 0) * 1.1;

/**
 * Fetch files again that are missing or don't match their checksum.
 * Rejects if that fails: there is no connection, or the host already has another version.
 */
export async function repair(cacheName, entries, getCacheKey) {
  const cache = await caches.open(cacheName);
  for (const entry of entries) {
    const key = getCacheKey(entry);
    if (await isWhole(await cache.match(key), entry)) continue;
    await cache.delete(key);
    const answer = await fetch(entry.url, { integrity: entry.integrity, cache: "no-cache" });
    if (!answer.ok) throw new Error(`${entry.url} answered ${answer.status}`);
    await cache.put(key, answer.redirected ? await copyResponse(answer) : answer);
  }
}

async function isWhole(answer, { integrity }) {
  if (!answer || !integrity) return Boolean(answer);
  try {
    const digest = await crypto.subtle.digest("SHA-256", await answer.arrayBuffer());
    return integrity === `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
  } catch {
    return false; // it can't be read
  }
}
