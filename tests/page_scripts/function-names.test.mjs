// Names of the page's functions: each begins with a verb that says what the function does, as in test_structure.py.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "acorn";

const FILES = ["page/js/", "rules_site/offline/"].flatMap((root) =>
  readdirSync(root, { recursive: true })
    .filter((path) => path.endsWith(".js"))
    .map((path) => root + path)
    .sort(),
);

/** First words of names: verbs in their base form. Add a verb here with its first use, if it is one. */
const VERBS = new Set(
  `abbreviate abort accept act adapt add address advance announce answer apply arrange arrive ask assign attempt begin bring
  build cache call cancel capitalize change check choose clamp clear close collect colour compare complete compress
  compute continue convert copy count create debounce decline decode define delete describe die dispatch double download draw drop edit
  empty encode end enqueue enter escape estimate evaluate execute explain export extract fail fetch fill filter find
  finish flatten focus fold follow forget format forward get give go group guard handle heal heighten hide hint hold ignore
  import insert install join label lack lay leave let limit link list listen load look lower make mark match measure
  merge migrate move name narrow normalize note notify number observe offer open order pad parse pause perform pin pipe
  place play prepare press preview print proceed put quote rank read recall record redo redraw refresh refuse register
  reject release reload remember remind remove rename render renumber reopen repair replace report request resolve restart restore resume
  retry return roll run save say schedule score scroll search select send set settle share shelter shorten show simplify size slice
  sort split start stem step stop store strip style submit sum summarize switch take tap tell throw tick time toggle
  track transact try turn type uncover undo unfold unzip update use validate view wait watch weigh widen work wrap
  write`.split(/\s+/),
);

/** First words of questions, which return true or false, and of conversions. */
const OTHERS = new Set(["is", "are", "has", "have", "can", "could", "may", "must", "needs", "should", "to"]);

/** Names that browsers and libraries call. */
const CALLED_BY_OTHERS = new Set(["connectedCallback", "disconnectedCallback", "constructor"]);

/** Words that name neither a value nor a question: participles, adverbs and prepositions. */
const NO_NOUN =
  /^(about|above|across|after|again|all|along|anew|around|as|at|back|before|behind|below|beside|between|but|by|for|from|here|in|inside|into|late|like|later|now|of|off|on|once|out|over|past|since|soon|then|there|through|together|under|until|up|whole|whose|with|within|without)(?![a-z])|^(asked|been|bound|broken|brought|called|chosen|done|drawn|fallen|found|given|gone|heard|held|kept|known|laid|left|lost|made|meant|put|said|seen|sent|shown|spent|stood|taken|thrown|told|typed|written)$|^[a-z]+(ed|ing)$/;

const isFunction = (node) => node?.type === "ArrowFunctionExpression" || node?.type === "FunctionExpression";

/** Yield the kind and the name of each function, and the start of its declaration. */
function* listFunctions(node) {
  if (Array.isArray(node)) for (const each of node) yield* listFunctions(each);
  if (typeof node?.type !== "string") return;
  if (node.type === "FunctionDeclaration" && node.id) yield ["function", node.id.name, node.start];
  if (node.type === "VariableDeclarator" && node.id.type === "Identifier" && isFunction(node.init)) {
    yield ["function", node.id.name, node.start];
  }
  const isMember = node.type === "MethodDefinition" || (node.type === "PropertyDefinition" && isFunction(node.value));
  if (isMember && !node.computed) {
    const isValue = node.kind === "get" || node.kind === "set";
    yield [isValue ? "value" : "method", node.key.name, node.start];
  }
  for (const [key, value] of Object.entries(node))
    if (key !== "parent" && value instanceof Object) yield* listFunctions(value);
}

const isFine = (kind, name) => {
  if (CALLED_BY_OTHERS.has(name)) return true;
  if (/Of$/.test(name)) return false;
  const first = /^[A-Z]?[a-z]*/.exec(name)[0];
  return OTHERS.has(first) || (kind === "value" ? !NO_NOUN.test(name) : VERBS.has(first));
};

const parseModule = (file) => parse(readFileSync(file, "utf8"), { ecmaVersion: "latest", sourceType: "module" });

test("functions begin with a verb, and values are nouns", () => {
  const found = FILES.flatMap((file) =>
    [...listFunctions(parseModule(file))]
      .filter(([kind, name]) => !isFine(kind, name))
      .map(([, name]) => `${file}: ${name}`),
  );
  assert.deepEqual(found, []);
});
