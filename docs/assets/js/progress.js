// Counts the bytes that fetch brings, so that a start can say how far it is.

const NAMES = [
  [/\.wasm$/, "Fetching Python"],
  [/stdlib/, "Fetching Python's library"],
  [/\.whl$/, "Fetching the rules"],
];

/** Wrap `fetch` until the returned function is called; sizes are bytes by file name. */
export function reportBytes(sizes, packages, report) {
  const plainFetch = globalThis.fetch;
  const counted = Object.keys(sizes).filter(
    (name) => name.endsWith(".wasm") || name.endsWith(".zip") ||
      packages.some((each) => name.startsWith(`${each.replaceAll("-", "_")}-`)),
  );
  const all = counted.reduce((sum, name) => sum + sizes[name], 0);
  let seen = 0;
  report("Fetching Python", 0);

  globalThis.fetch = async (request, options) => {
    const answer = await plainFetch(request, options);
    const name = new URL(answer.url).pathname.split("/").pop();
    if (!counted.includes(name) || !answer.ok || !answer.body) return answer;
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
  return () => { globalThis.fetch = plainFetch; };
}
