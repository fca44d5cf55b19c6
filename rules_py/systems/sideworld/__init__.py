"""The Sideworld rules (point-defect.co.uk/sideworld); no licence stated: mechanics only. A module a chapter, tables in data/."""
