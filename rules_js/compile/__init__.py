"""Rules of Python as JavaScript: functions from their source, data from live objects."""
