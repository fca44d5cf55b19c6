// Encoding of a sheet, a fight or a screen as a link's fragment: base64url of JSON, compressed if that is shorter.
import { checkLength } from "#shared";
import { isTooDeep } from "../lib/stored-data.js";

const PLAIN = "j";
const DEFLATED = "z";
const LARGEST = 2_000_000; // bytes of JSON in a link, as in a file; the longest fight has about half

/** Length in characters of links that mail and chat apps leave intact. */
export const LONGEST_EVERYWHERE = 16_000;

/** @typedef {"sheet" | "fight" | "screen" | "view" | "ask" | "answer"} Brought */

/**
 * Return a link to a page with data in its fragment, or null if `broughtBy` couldn't read it.
 * @param {string} page the page's address
 * @param {Brought} what
 * @param {object} data
 */
export async function buildLink(page, what, data) {
  const bytes = encodeJson(data);
  if (bytes.length > LARGEST) return null;
  const link = `${page}#${await compressFragment(what, bytes)}`;
  return checkLength(link) ? null : link;
}

/**
 * Return the fragment of a link with data, of any length.
 * @param {Brought} what
 * @param {object} data
 */
export const buildFragment = (what, data) => compressFragment(what, encodeJson(data));

/** @param {object} data */
const encodeJson = (data) => new TextEncoder().encode(JSON.stringify(data));

/** @param {Brought} what @param {Uint8Array<ArrayBuffer>} bytes */
async function compressFragment(what, bytes) {
  const canDeflate = "CompressionStream" in globalThis; // some supported browsers lack it
  const deflated = canDeflate ? await pipeBytes(bytes, new CompressionStream("deflate-raw"), Infinity) : bytes;
  const isShorter = deflated.length < bytes.length;
  return `${what}=${isShorter ? DEFLATED : PLAIN}${encodeBase64(isShorter ? deflated : bytes)}`;
}

/**
 * Return the object in an address's fragment, or null if the fragment has no data.
 * @param {Brought} what
 * @param {string} hash
 * @returns {Promise<any>}
 * @throws {Error} a sentence if the data can't be read
 */
export async function readFragment(what, hash) {
  const [text, key] = [hash.replace(/^#/, ""), `${what}=`];
  if (!text.startsWith(key)) return null;
  if (checkLength(hash)) throw new Error(checkLength(hash));
  const [form, code] = [text.charAt(key.length), text.slice(key.length + 1)];
  try {
    const bytes = decodeBase64(code);
    if (form !== PLAIN && form !== DEFLATED) throw new Error(form);
    const json = form === PLAIN ? bytes : await pipeBytes(bytes, new DecompressionStream("deflate-raw"), LARGEST);
    if (json.length > LARGEST) throw new TooMuch();
    const data = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json));
    if (typeof data !== "object" || data === null || isTooDeep(data)) throw new Error("nothing of this site's");
    return data;
  } catch (error) {
    if (error instanceof TooMuch) throw new Error(TOO_MUCH);
    throw new Error("This link can't be read. Copy the whole link as it was shared.");
  }
}

const TOO_MUCH = `This link holds more than ${LARGEST / 1_000_000} MB, which is more than this site can open.`;

class TooMuch extends Error {}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} stream
 * @param {number} most maximum number of output bytes
 */
async function pipeBytes(bytes, stream, most) {
  const parts = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new TooMuch();
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** @param {Uint8Array} bytes */
const encodeBase64 = (bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** @param {string} code */
const decodeBase64 = (code) =>
  Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
