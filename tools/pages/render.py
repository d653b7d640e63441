"""Markdown files of the tree as pages of the site: where each goes, its HTML, its sections for the search."""
# SPDX-License-Identifier: MIT
import glob
import html
import os
import posixpath
import re

from markdown_it import MarkdownIt

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GAMES = sorted(os.path.basename(os.path.dirname(f)) for f in glob.glob(os.path.join(ROOT, "games", "*", "README.md")))
SHORT = {"en": "In short", "fr": "En bref", "de": "Kurz gefasst"}  # the languages, in this order
NAMED = {"CHANGELOG.md": "changelog", "CONTRIBUTING.md": "contributing", "python/README.md": "python-package", "npm/README.md": "npm-package"}
HEADING = re.compile(r"<h([1-4])>(.*?)</h\1>", re.S)
RULE = re.compile(r"<strong>(R\d+(?:\.\d+)*)</strong>")


def sources():
    """Every document that becomes a page, as paths in the tree."""
    found = [os.path.relpath(f, ROOT) for f in sorted(glob.glob(os.path.join(ROOT, "docs", "*.md")))]
    for game in GAMES:
        for book in ("README", "SUMMARY"):
            files = [f"games/{game}/{book}{'' if lang == 'en' else '.' + lang}.md" for lang in SHORT]
            found += [f for f in files if os.path.exists(os.path.join(ROOT, f))]
    return found + list(NAMED)


def words_of(text):
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", text))).strip()


def anchor_of(words):
    """As GitHub makes them, so that links in the documents work in both places."""
    return re.sub(r"[^\w\- ]", "", words.lower()).strip().replace(" ", "-")


def title_of(page):
    return page.title.split(":")[0].split(" (")[0]


class Page:
    """A document: `source` in the tree, `to` in the site. A rulebook has a game, and a PDF if that is printed (`prints`: all, none or a game);
    where a language has no rulebook, its summary is printed."""

    def __init__(self, source, prints="none"):
        self.source, self.game, self.short, self.lang, self.pdf = source, "", False, "en", ""
        self.html, self.headings, self.rules = "", [], set()
        book = re.fullmatch(r"games/(\w+)/(README|SUMMARY)(?:\.(\w+))?\.md", source)
        if book:
            self.game, self.short, self.lang = book[1], book[2] == "SUMMARY", book[3] or "en"
            self.name = self.game + ("-short" if self.short else "")
            self.to = f"rules/{self.name}.{self.lang}.html"
            alone = not os.path.exists(os.path.join(ROOT, re.sub(r"SUMMARY", "README", source)))
            if (not self.short or alone) and prints in ("all", self.game):
                self.pdf = self.to.replace(".html", ".pdf")
        else:
            self.name = NAMED.get(source) or os.path.basename(source).removesuffix(".md")
            self.to = f"{self.name}.html"
        self.up = "../" * self.to.count("/")
        with open(os.path.join(ROOT, source), encoding="utf-8") as file:
            self.text = file.read()
        if self.text.startswith("## "):  # a summary, which is part of a larger page elsewhere
            self.text = self.text[1:]
        first = re.search(r"^# (.+)$", self.text, re.M)
        self.title = words_of(MarkdownIt().renderInline(first[1])) if first else self.name

    def render(self, pages):
        """The HTML; `pages` are all of them by their sources, for links."""
        text = MarkdownIt("commonmark", {"html": True}).enable("table").render(self.text)
        text = HEADING.sub(self.heading, text)
        text = RULE.sub(self.rule, text)
        text = text.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
        text = re.sub(r'<a href="([^"]+)">(.*?)</a>', lambda m: self.link(m, pages), text, flags=re.S)
        self.html = re.sub(r'src="([^":]+)"', lambda m: f'src="{self.up}{self.in_site(m[1])}"', text)

    def heading(self, m):
        words, taken = words_of(m[2]), {anchor for _, anchor, _ in self.headings}
        anchor = anchor_of(words)
        while anchor in taken:
            anchor += "-1"
        self.headings.append((int(m[1]), anchor, words))
        return f'<h{m[1]} id="{anchor}">{m[2]}</h{m[1]}>'

    def rule(self, m):
        """A rule's number can be linked to; it is defined where it stands first."""
        if m[1] in self.rules:
            return m[0]
        self.rules.add(m[1])
        return f'<strong id="{m[1]}">{m[1]}</strong>'

    def in_tree(self, link):
        return posixpath.normpath(posixpath.join(posixpath.dirname(self.source), link))

    def in_site(self, link):
        """Where a picture lies: docs/pictures is the site's pictures/."""
        return self.in_tree(link).removeprefix("docs/")

    def link(self, m, pages):
        """To another page of the site, outside, or within the page; what the site does not have is only named."""
        to, _, anchor = m[1].partition("#")
        if re.match(r"\w+:", to) or not to:
            return m[0]
        page = pages.get(self.in_tree(to))
        return f'<a href="{self.up}{page.to}{"#" + anchor if anchor else ""}">{m[2]}</a>' if page else m[2]

    def index(self):
        """A row for each section, and for each rule of a rulebook."""
        pieces = re.split(r'<(?:h[1-4]|strong) id="([^"]+)">', self.html)
        titles = {anchor: words for _, anchor, words in self.headings}
        for anchor, text in zip(pieces[1::2], pieces[2::2]):
            words = words_of(text)
            yield {"to": f"{self.to}#{anchor}", "page": self.title, "lang": self.lang, "title": titles.get(anchor, f"{title_of(self)} {anchor}"), "text": words[:600]}
