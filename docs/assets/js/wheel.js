// Reads a wheel, which is a zip.

const ENTRY = 0x02014b50; // begins each entry of the directory at a zip's end
const END = 22; // bytes of the record after that directory

/** The files of a wheel: a list of [path, bytes]. */
export async function unpack(buffer) {
  const view = new DataView(buffer);
  let at = view.getUint32(buffer.byteLength - END + 16, true);
  const files = [];
  while (view.getUint32(at, true) === ENTRY) {
    const [length, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const name = new TextDecoder().decode(new Uint8Array(buffer, at + 46, length));
    files.push(inflated(view, at).then((bytes) => [name, bytes]));
    at += 46 + length + extra + comment;
  }
  return Promise.all(files);
}

async function inflated(view, entry) {
  const start = view.getUint32(entry + 42, true);
  const content = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const packed = new Blob([new Uint8Array(view.buffer, content, view.getUint32(entry + 20, true))]);
  const stored = view.getUint16(entry + 10, true) === 0;
  const stream = stored ? packed.stream() : packed.stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
