"""The bill of materials, as SPDX 2.3: what is truly linked, by the loader's word, and what the page is made of, by its lock file."""
# SPDX-License-Identifier: MIT
import hashlib
import json
import os
import re
from datetime import datetime, timezone

from release.common import HARDENED, ROOT, commit_time, compiled, run, version
from release.linked import packages

# What is in the page that strangers get; everything else in the lock file only builds and tests it.
IN_THE_PAGE = ("svelte", "@fontsource-variable/fraunces", "@fontsource-variable/jetbrains-mono", "@fontsource-variable/source-sans-3")
IN_THE_ENGINE = ("wasi-libc", "libclang-rt-dev-wasm32")  # linked into the page's WebAssembly
IN_THE_IMAGE = ("ca-certificates",)


def entry(name, number, where, licence="NOASSERTION"):
    """A package of the bill; `where` is its package URL."""
    ident = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", name).strip("-")
    row = {"SPDXID": ident, "name": name, "versionInfo": number, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
           "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION"}
    if where:
        row["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": where}]
    return row


def from_debian(found):
    return [entry(name, number, f"pkg:deb/debian/{name}@{number.replace(':', '%3A').replace('+', '%2B')}") for name, number in found.items()]


def from_page():
    with open(os.path.join(ROOT, "web", "package-lock.json"), encoding="utf-8") as file:
        lock = json.load(file)["packages"]
    rows = [(name, lock[f"node_modules/{name}"]) for name in IN_THE_PAGE]
    return [entry(name, row["version"], f"pkg:npm/{name.replace('@', '%40')}@{row['version']}", row["license"]) for name, row in rows]


def versions(names):
    """The installed ones of some Debian packages: an engine may have been built elsewhere."""
    rows = [line.split(" ") for line in run("dpkg-query", "-W", "-f=${Package} ${Version} ${db:Status-Status}\n", *names).splitlines()]
    return {name: number for name, number, status in rows if status == "installed"}


def sbom(out, _args):
    program = os.path.join(compiled("deb", *HARDENED), "petteia")
    parts = [(row, "DYNAMIC_LINK") for row in from_debian(packages(program))]
    parts += [(row, "CONTAINS") for row in from_debian(versions(IN_THE_ENGINE + IN_THE_IMAGE)) + from_page()]
    ours = entry("petteia", version(), "", "MIT")
    bill = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"petteia-{version()}",
        "creationInfo": {"created": datetime.fromtimestamp(int(commit_time()), timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
                         "creators": [f"Tool: tools/packages-{version()}"]},
        "packages": [ours] + [row for row, _ in parts],
        "relationships": [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": ours["SPDXID"]}]
        + [{"spdxElementId": ours["SPDXID"], "relationshipType": how, "relatedSpdxElement": row["SPDXID"]} for row, how in parts],
    }
    sum_of_it = hashlib.sha256(json.dumps(bill, sort_keys=True).encode()).hexdigest()
    bill["documentNamespace"] = f"urn:sha256:{sum_of_it}"
    path = os.path.join(out, f"petteia-{version()}.spdx.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(bill, file, indent=2, sort_keys=True)
    return [path]
