// Encoding of a sheet, a fight or a screen as a link's fragment: base64url of JSON, compressed if that is shorter.
import { checkLength } from "#shared";
import { encodeBytes, encodeJson, TooMuch, decodeText } from "../lib/packing.js";
import { isTooDeep } from "../lib/stored-data.js";

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

/** @param {Brought} what @param {Uint8Array<ArrayBuffer>} bytes */
const compressFragment = async (what, bytes) => `${what}=${await encodeBytes(bytes)}`;

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
  try {
    const data = await decodeText(text.slice(key.length), LARGEST);
    if (typeof data !== "object" || data === null || isTooDeep(data)) throw new Error("nothing of this site's");
    return data;
  } catch (error) {
    if (error instanceof TooMuch) throw new Error(TOO_MUCH);
    throw new Error("This link can't be read. Copy the whole link as it was shared.");
  }
}

const TOO_MUCH = `This link holds more than ${LARGEST / 1_000_000} MB, which is more than this site can open.`;
