"""Generator of hooks/bundle/stdlib.txt: the files of the standard library that Pyodide and the rules import.

python -m tools.list_stdlib
"""

import json
import re
import subprocess
import zipfile
from pathlib import Path

from hooks.bundle import stdlib
from hooks.bundle.assets import BUILD, PYODIDE

UNNEEDED_FILES = re.compile(r"(bz2|lzma|_?ssl)\.py$|compression/")
"""Files whose importers work without them; the site neither unpacks such archives nor opens sockets."""


def main() -> None:
    """Import everything that Pyodide and the rules may import from a complete library, and list the imported files."""
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as stock:
        names = [name for name in stock.namelist() if name.endswith(".py")]
    library = BUILD / "every-file.zip"
    with zipfile.ZipFile(library, "w") as archive:
        for name, text in stdlib.read_sources(PYODIDE, names).items():
            archive.writestr(name, text)
    script = Path(__file__).with_name("list-imported.mjs")
    imported = json.loads(subprocess.run(["node", script, library], stdout=subprocess.PIPE, check=True).stdout)
    stdlib.FILE_LIST.write_text("".join(f"{name}\n" for name in sorted(imported) if not UNNEEDED_FILES.match(name)))


if __name__ == "__main__":
    main()
