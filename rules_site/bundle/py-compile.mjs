// Compiles the Python files of the archives in a folder with pyodide-build's py-compile, and updates the lock file there.
// Runs it in the Python that browsers run, because no other version's bytecode loads there.
// Arguments: the folder, and the folder that contains pyodide-build.
import { loadPyodide } from "pyodide";

const SAME_DATE = { SOURCE_DATE_EPOCH: "315532800" }; // so that the same sources give the same bytes

// Without docstrings, assertions and column positions, bytecode is a third smaller.
const python = await loadPyodide({
  args: ["-OO", "-X", "no_debug_ranges"],
  env: { HOME: "/home/pyodide", ...SAME_DATE },
});
for (const [place, root] of Object.entries({ "/archives": process.argv[2], "/packages": process.argv[3] })) {
  python.FS.mkdir(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
python.runPython(`
import sys
from pathlib import Path

sys.path.append("/packages")
from pyodide_build._py_compile import _py_compile_archive_dir

_py_compile_archive_dir(Path("/archives"), keep=False, verbose=False, compression_level=9)
`);
