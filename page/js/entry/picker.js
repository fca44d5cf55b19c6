// Script for the picker of a GM's screen, loaded when a GM adds something.
export { Picker } from "../features/gm-screen/tile-picker.js";
