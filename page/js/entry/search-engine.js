// Script for searches: the engine, and what it needs to show its results.
export { findExcerpt, markMatches } from "../features/search/excerpt.js";
export { Finder } from "../features/search/finder.js";
export { summarize } from "../features/search/summary.js";
