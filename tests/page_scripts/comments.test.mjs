// Sentences in comments: no comment of a module or a declaration begins with a relative clause, as in test_structure.py.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const FREE_RELATIVE = /^(What|Who\w*|Whom|Whose|Whether|How|Where|Of whom)\b/;
const FILES = ["page/js/", "page/css/", "rules_site/", "rules_js/", "types/"].flatMap((root) =>
  readdirSync(root, { recursive: true })
    .filter((path) => /\.(js|mjs|ts|css)$/.test(path))
    .map((path) => root + path),
);

/** Return the first words of a file's block comments, and of line comments that begin a line. */
function commentsOf(file) {
  const text = readFileSync(file, "utf8");
  const blocks = Array.from(text.matchAll(/\/\*\*?\s*(?:\* )?([A-Z][^\n]*)/g), ([, words]) => words);
  const lines = Array.from(text.matchAll(/(?<!^\s*\/\/.*\n)^\s*\/\/ ([A-Z][^\n]*)/gm), ([, words]) => words);
  return [...blocks, ...lines];
}

test("comments begin with a noun or a verb", () => {
  const found = FILES.flatMap((file) =>
    commentsOf(file)
      .filter((words) => FREE_RELATIVE.test(words))
      .map((words) => `${file}: ${words}`),
  );
  assert.deepEqual(found, []);
});

test("every module of the page begins with a comment", () => {
  const found = FILES.filter((file) => file.startsWith("page/js/") && !readFileSync(file, "utf8").startsWith("//"));
  assert.deepEqual(found, []);
});
