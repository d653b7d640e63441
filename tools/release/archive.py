"""Archives whose bytes depend on nothing but what is in them: sorted, everything root's, one time for all."""
# SPDX-License-Identifier: MIT
import gzip
import io
import lzma
import os
import tarfile

from release.common import commit_time


def entry(path, name, time, owner):
    """A member for a file, link or folder that lies at `path`."""
    info = tarfile.TarInfo(name)
    info.mtime, info.uid, info.gid = time, owner, owner
    if os.path.islink(path):
        info.type, info.linkname, info.mode = tarfile.SYMTYPE, os.readlink(path), 0o777
    elif os.path.isdir(path):
        info.type, info.mode = tarfile.DIRTYPE, 0o755
    else:
        info.size, info.mode = os.path.getsize(path), 0o755 if os.access(path, os.X_OK) else 0o644
    return info


def paths_below(folder):
    for place, folders, files in os.walk(folder):
        yield from (os.path.relpath(os.path.join(place, name), folder) for name in folders + files)


def tar_bytes(folder, under="", owned=()):
    """Everything in a folder as an uncompressed tar, below `under`; what is in `owned` belongs to user and group 1000."""
    out, time = io.BytesIO(), int(commit_time())
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name in sorted(paths_below(folder)):
            path = os.path.join(folder, name)
            info = entry(path, os.path.join(under, name), time, 1000 if name in owned else 0)
            if info.isreg():
                with open(path, "rb") as file:
                    tar.addfile(info, file)
            else:
                tar.addfile(info)
    return out.getvalue()


def zipped(data):
    return gzip.compress(data, 9, mtime=0)


def write_xz(path, data):
    with open(path, "wb") as file:
        file.write(lzma.compress(data, preset=6))
    return path
