// Script for the players' view of a fight, loaded when a GM opens it, or by its address.
export { PlayersSettings } from "../features/encounters/players-settings.js";
export { PlayersWindow } from "../features/encounters/players-window.js";
