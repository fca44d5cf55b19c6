"""The Sideworld rules (point-defect.co.uk/sideworld), mechanics only. A module a chapter, tables in data/."""
