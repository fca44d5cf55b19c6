"""The compiler of rules: each rule's Python source as JavaScript, for answers before Python has started."""
