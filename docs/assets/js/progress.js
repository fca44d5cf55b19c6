// Counts the bytes that fetch brings, so that a start can say how far it is.

const NAMES = [
  [/\.wasm$/, "Fetching Python"],
  [/stdlib/, "Fetching Python's library"],
  [/\.whl$/, "Fetching the rules"],
];

// A wheel is called by its package.
const plainName = (file) => (file.endsWith(".whl") ? file.split("-")[0].replaceAll("_", "-") : file);

/**
 * Wrap `fetch` until `stop` is called; sizes are bytes by file name.
 * `failed` rejects when one of the files does not come: Pyodide itself would wait for it for ever.
 */
export function reportBytes(sizes, packages, report) {
  const plainFetch = globalThis.fetch;
  const counted = Object.keys(sizes).filter(
    (name) => name.endsWith(".wasm") || name.endsWith(".zip") ||
      packages.some((each) => name.startsWith(`${each.replaceAll("-", "_")}-`)),
  );
  const all = counted.reduce((sum, name) => sum + sizes[name], 0);
  let seen = 0;
  let fail;
  const failed = new Promise((_, reject) => { fail = reject; });
  failed.catch(() => {}); // whoever waits for it is told; nobody has to
  report("Fetching Python", 0);

  globalThis.fetch = async (request, options) => {
    const name = new URL(request.url ?? request, location.href).pathname.split("/").pop();
    let answer;
    try {
      answer = await plainFetch(request, options);
      if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    } catch (error) {
      fail(new Error(`${plainName(name)} did not come (${error.message})`));
      return new Promise(() => {}); // the start has failed, and this worker with it
    }
    if (!counted.includes(name) || !answer.body) return answer;
    const words = NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? NAMES[0][1];
    const body = answer.body.pipeThrough(new TransformStream({
      transform(chunk, controller) {
        seen += chunk.byteLength;
        report(words, Math.min(1, seen / all));
        controller.enqueue(chunk);
      },
    }));
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
  return { failed, stop: () => { globalThis.fetch = plainFetch; } };
}
