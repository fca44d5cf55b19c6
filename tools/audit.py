"""Check of the pinned dependencies for known vulnerabilities, in the databases of PyPI and npm.

It fails if it finds one, and also if it can't check a package: otherwise a database that can't be reached would look
like one that knows nothing.
"""

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[1]
PIP_AUDIT = PROJECT / ".tools" / "audit" / "bin" / "pip-audit"
NPM_LOCKS = ("package-lock.json", "bench/lighthouse/package-lock.json")


@dataclass
class Audit:
    """The result for the packages of one lock file."""

    lock: str
    total: int
    checked: int = 0
    vulnerabilities: list[str] = field(default_factory=list)
    reason: str = ""
    """The database's message, if it has checked nothing."""

    @property
    def is_passed(self) -> bool:
        return self.checked == self.total and not self.vulnerabilities

    def format(self) -> str:
        """Format the result.

        >>> Audit("a.lock", total=3, checked=3).format()
        'a.lock: checked 3 of 3 packages, no known vulnerabilities.'
        >>> Audit("a.lock", total=3, checked=1, vulnerabilities=["x 1.0: CVE-1"]).format()
        'a.lock: checked 1 of 3 packages, known vulnerabilities: x 1.0: CVE-1.'
        >>> Audit("a.lock", total=3, reason="there is no network").format()
        'a.lock: checked 0 of 3 packages, no known vulnerabilities among them. (there is no network)'
        """
        found = f"known vulnerabilities: {', '.join(self.vulnerabilities)}" if self.vulnerabilities else ""
        nothing = "no known vulnerabilities" + ("" if self.checked == self.total else " among them")
        reason = f" ({self.reason})" if self.reason else ""
        return f"{self.lock}: checked {self.checked} of {self.total} packages, {found or nothing}.{reason}"


def read_pip_audit(lock: str, total: int, output: str) -> Audit:
    """Read pip-audit's JSON, which also lists the packages that its database has no answer for.

    >>> skipped = {"name": "six", "skip_reason": "not found on PyPI"}
    >>> known = {"name": "jinja2", "version": "2.0", "vulns": [{"id": "PYSEC-1"}]}
    >>> read_pip_audit("a.lock", 2, json.dumps({"dependencies": [skipped, known]})).format()
    'a.lock: checked 1 of 2 packages, known vulnerabilities: jinja2 2.0: PYSEC-1.'
    >>> read_pip_audit("a.lock", 2, "").is_passed
    False
    """
    found = _parse(output).get("dependencies", [])
    checked = [each for each in found if "skip_reason" not in each]
    known = [f"{each['name']} {each['version']}: {flaw['id']}" for each in checked for flaw in each["vulns"]]
    return Audit(lock, total, len(checked), known)


def read_npm_audit(lock: str, total: int, output: str) -> Audit:
    """Read npm's JSON, which is a report on all packages or an error.

    >>> report = {"auditReportVersion": 2, "vulnerabilities": {"ws": {"severity": "high"}}}
    >>> read_npm_audit("a.json", 9, json.dumps(report)).format()
    'a.json: checked 9 of 9 packages, known vulnerabilities: ws (high).'
    >>> read_npm_audit("a.json", 9, json.dumps({"message": "405 Method Not Allowed"})).format()
    'a.json: checked 0 of 9 packages, no known vulnerabilities among them. (405 Method Not Allowed)'
    """
    report = _parse(output)
    if "auditReportVersion" not in report:
        return Audit(lock, total, reason=str(report.get("message", "npm gave no answer")))
    known = [f"{name} ({flaw['severity']})" for name, flaw in report["vulnerabilities"].items()]
    return Audit(lock, total, total, known)


def _parse(output: str) -> dict[str, Any]:
    try:
        return dict(json.loads(output))
    except ValueError:
        return {}


def audit_python(lock: Path) -> Audit:
    """Ask PyPI's database about the packages of a lock file."""
    total = sum(line[:1].isalnum() for line in lock.read_text(encoding="utf-8").splitlines())
    options = ["--disable-pip", "--require-hashes", "--progress-spinner", "off", "--format", "json"]
    run = subprocess.run(
        [PIP_AUDIT, "--requirement", lock, *options], check=False, capture_output=True, text=True, cwd=PROJECT
    )
    audit = read_pip_audit(f"locks/{lock.name}", total, run.stdout)
    if not run.stdout:
        audit.reason = (run.stderr.strip().splitlines() or ["pip-audit gave no answer"])[-1]
    return audit


def audit_npm(lock: str) -> Audit:
    """Ask npm's database about the packages of a lock file."""
    packages = json.loads((PROJECT / lock).read_text(encoding="utf-8"))["packages"]
    run = subprocess.run(
        ["npm", "audit", "--json", "--prefix", (PROJECT / lock).parent],
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=PROJECT,
    )
    return read_npm_audit(lock, len(packages) - 1, run.stdout)


def main() -> bool:
    """Print the result for each lock file, and return True if every package was checked and none is vulnerable."""
    audits = [*map(audit_python, sorted((PROJECT / "locks").glob("*.lock"))), *map(audit_npm, NPM_LOCKS)]
    for audit in audits:
        print(audit.format())
    checked, total = sum(audit.checked for audit in audits), sum(audit.total for audit in audits)
    print(f"Checked {checked} of {total} packages.")
    return all(audit.is_passed for audit in audits)


if __name__ == "__main__":
    sys.exit(not main())
