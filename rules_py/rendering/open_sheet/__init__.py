"""An open sheet: the character as a page to play from, and the forms of its rolls."""
