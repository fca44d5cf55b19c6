"""Whether the dice are fair: ten million faces of each way in which the site rolls, and what statistics say of them."""
