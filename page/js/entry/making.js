// Script for a character that is made step by step, loaded when the reader makes the first one.
import { addStyles } from "#shared";

export { CharacterMaker } from "../features/characters/character-maker.js";

await Promise.all([addStyles("open-sheet"), addStyles("making")]);
