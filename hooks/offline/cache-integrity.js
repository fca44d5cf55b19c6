// Whether everything is kept as it was built, and what to do where it is not.
import { copyResponse } from "workbox-core/copyResponse.js";

/** Bytes that must be free for the entries; a cache takes a little more than its files. */
export const wantedRoom = (entries) => entries.reduce((sum, { size }) => sum + size, 0) * 1.1;

/**
 * Fetch again what is missing or is not what was built.
 * Rejects where that can't be had: there is no connection, or the host has another version by now.
 */
export async function mend(cacheName, entries, keyOf) {
  const cache = await caches.open(cacheName);
  for (const entry of entries) {
    const key = keyOf(entry);
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
