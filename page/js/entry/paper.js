// Script for pages with printable cards and sheets.
import "../features/print/printable-cards.js";
