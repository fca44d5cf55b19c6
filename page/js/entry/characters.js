// Script for pages with a game's sheets.
import { Sheets } from "../features/characters/sheets.js";

customElements.define("fb-sheets", Sheets);
