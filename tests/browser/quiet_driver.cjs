// Keep Playwright's driver from describing the whole page after each attempt of an `expect`, of which a failed test
// shows none: that took a quarter of a page's time in tests of sheets. Node loads this before the driver.

const Module = require("node:module");

const BUNDLE = /[\\/]coreBundle\.js$/;
const DESCRIBE = "ariaSnapshotForExpectFailure(element, options) {";

const compile = Module.prototype._compile;
Module.prototype._compile = function (text, file, ...others) {
  if (!BUNDLE.test(file)) return compile.call(this, text, file, ...others);
  if (!text.includes(DESCRIBE)) throw new Error(`Playwright describes pages elsewhere now: see ${__filename}`);
  return compile.call(this, text.replace(DESCRIBE, `${DESCRIBE} return;`), file, ...others);
};
