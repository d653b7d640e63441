"""The links of a site of plain files: which lead nowhere. Served from a folder below the root, as many hosts do it."""
# SPDX-License-Identifier: MIT
import functools
import http.server
import re
import threading
import urllib.parse

LINK = re.compile(r'(?:href|src|data-demo)="([^"]*)"')


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Files and nothing else, without a log."""

    def log_message(self, *_):
        pass


class Hosted:
    """with Hosted(folder) as base: ... The folder's parent is the root of the server."""

    def __init__(self, folder):
        handler = functools.partial(Quiet, directory=str(folder.parent))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.name = folder.name

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self.server.server_port}/{self.name}"

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def broken_links(folder):
    """'page: link' for each link that leads to no file of the site, or to a place that its page does not have. Links outside are not tried."""
    pages = {p.resolve(): p.read_text(encoding="utf-8") for p in folder.rglob("*.html")}
    anchors = {p: set(re.findall(r'\bid="([^"]+)"', text)) for p, text in pages.items()}
    broken, seen = [], 0
    for page, text in pages.items():
        for link in LINK.findall(re.sub(r"<code.*?</code>", "", text, flags=re.S)):
            where = urllib.parse.urlparse(link.replace("&amp;", "&"))
            if where.scheme:
                continue
            seen += 1
            to = (page.parent / urllib.parse.unquote(where.path)).resolve() if where.path else page
            if where.path.startswith("/") or not to.is_file() or where.fragment and urllib.parse.unquote(where.fragment) not in anchors.get(to, ()):
                broken.append(f"{page.relative_to(folder.resolve())}: {link}")
    return broken, seen
