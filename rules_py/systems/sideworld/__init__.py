"""The Sideworld rules (point-defect.co.uk/sideworld), mechanics only. One module for each chapter, tables in data/."""
