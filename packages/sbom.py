"""Writes what an archive of fsfind is made of, as SPDX 2.3 in JSON (https://spdx.github.io/spdx-spec/v2.3).

usage: sbom.py ARCHIVE PACKAGES SYSTEM
ARCHIVE is the archive, PACKAGES the packages.tsv in it: the distribution's packages whose files it holds.
SYSTEM is ID and VERSION_ID of that distribution, as in debian12. Header-only libraries, which are compiled in, are
asked of dpkg-query. Prints the document.
"""
import datetime
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import urllib.parse

import source

HEADER_ONLY = ("libcli11-dev", "nlohmann-json3-dev", "libexpected-dev", "robin-map-dev")


def compiled_in():
    """(name, version) of the packages whose headers are part of the programs."""
    run = subprocess.run(["dpkg-query", "-W", "-f", "${Package}\t${Version}\n", *HEADER_ONLY],
                         capture_output=True, text=True)
    if run.returncode != 0:
        raise source.PackageError(f"dpkg-query: {run.stderr.strip()}")
    return [line.split("\t") for line in run.stdout.splitlines()]


def spdx_id(name):
    return "SPDXRef-Package-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def of_distribution(name, version, system):
    distribution, release = re.fullmatch(r"([a-z]+)(.*)", system).groups()
    name_of, version_of = (urllib.parse.quote(word, safe="") for word in (name, version))
    purl = f"pkg:deb/{distribution}/{name_of}@{version_of}?distro={distribution}-{release}"
    return {"SPDXID": spdx_id(name), "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": "NOASSERTION",
            "copyrightText": "NOASSERTION",
            "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                              "referenceLocator": purl}]}


def document(archive, contained, system):
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    own = {"SPDXID": spdx_id("fsfind"), "name": "fsfind", "versionInfo": source.version(),
           "packageFileName": archive.name, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
           "checksums": [{"algorithm": "SHA256", "checksumValue": digest}],
           "licenseConcluded": "Apache-2.0 WITH LLVM-exception", "licenseDeclared": "Apache-2.0 WITH LLVM-exception",
           "copyrightText": "The authors of fsfind"}
    headers = compiled_in()
    parts = [*contained, *headers]
    created = datetime.datetime.fromtimestamp(source.epoch(), datetime.timezone.utc)

    def relation(kind, name):
        return {"spdxElementId": own["SPDXID"], "relationshipType": kind, "relatedSpdxElement": spdx_id(name)}

    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": archive.name,
            "documentNamespace": f"https://github.com/fsfind/fsfind/spdx/{archive.name}-{digest[:16]}",
            "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
                             "creators": [f"Tool: fsfind-sbom-{source.version()}"]},
            "packages": [own, *(of_distribution(name, version, system) for name, version in parts)],
            "relationships": [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                               "relatedSpdxElement": own["SPDXID"]},
                              *(relation("CONTAINS", name) for name, _ in contained),
                              *(relation("STATIC_LINK", name) for name, _ in headers)]}


def main(archive, table, system):
    contained = [line.split("\t") for line in table.read_text().splitlines()]
    print(json.dumps(document(archive, contained, system), indent=1))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    try:
        main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3])
    except (source.PackageError, OSError) as error:
        sys.exit(f"sbom: {error}")
