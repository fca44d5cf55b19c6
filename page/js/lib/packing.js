// JSON as short text: base64url, compressed if that is shorter.
const PLAIN = "j";
const DEFLATED = "z";

/** Return the bytes of JSON. @param {object} data */
export const encodeJson = (data) => new TextEncoder().encode(JSON.stringify(data));

/** Return bytes as text. @param {Uint8Array<ArrayBuffer>} bytes */
export async function encodeBytes(bytes) {
  const canDeflate = "CompressionStream" in globalThis; // some supported browsers lack it
  const deflated = canDeflate ? await pipeBytes(bytes, new CompressionStream("deflate-raw"), Infinity) : bytes;
  const isShorter = deflated.length < bytes.length;
  return `${isShorter ? DEFLATED : PLAIN}${encodeBase64(isShorter ? deflated : bytes)}`;
}

/**
 * Return the data of packed JSON.
 * @param {string} text
 * @param {number} most maximum number of bytes of JSON
 * @returns {Promise<any>}
 * @throws {TooMuch} if there are more bytes
 * @throws {Error} if the text is no packed JSON
 */
export async function decodeText(text, most) {
  const form = text.charAt(0);
  const bytes = decodeBase64(text.slice(1));
  if (form !== PLAIN && form !== DEFLATED) throw new Error(form);
  const json = form === PLAIN ? bytes : await pipeBytes(bytes, new DecompressionStream("deflate-raw"), most);
  if (json.length > most) throw new TooMuch();
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json));
}

export class TooMuch extends Error {}

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
