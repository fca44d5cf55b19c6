// Script for searches: the engine, and what it needs to show its results.
export { excerptOf, marked } from "../features/search/excerpt.js";
export { Finder } from "../features/search/finder.js";
export { summaryOf } from "../features/search/summary.js";
