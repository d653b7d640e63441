// The part of Markdown that the rulebooks use, as HTML: headings, paragraphs, lists, tables, code, emphasis, links. Rule
// numbers become anchors where a rule begins ("- **R4.2** ..."), and links elsewhere. Everything is escaped first.
// SPDX-License-Identifier: MIT

const escape = (s: string): string => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
const RULE = /\bR\d+(?:\.\d+)*[a-z]?\b/g;

/** Emphasis, code, links and rule numbers inside a line. */
export function inline(text: string): string {
  const codes: string[] = [];
  let out = escape(text).replace(/`([^`]+)`/g, (_, code: string) => `\u0001${codes.push(`<code>${code}</code>`) - 1}\u0001`);
  out = out.replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, words: string, to: string) => (/^(https?:|#|\/)/.test(to) ? `<a href="${to}">${words}</a>` : words));
  out = out.replace(/ ?\[([SPR])\]/g, '<sup class="source">$1</sup>'); // where a rule comes from
  out = out.replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>').replace(/(^|[\s(])\*([^*\s][^*]*)\*/g, '$1<em>$2</em>');
  out = out.replace(/(<a [^>]*>.*?<\/a>)|\bR\d+(?:\.\d+)*[a-z]?\b/g, (all, link: string | undefined) => (link ? link : `<a href="#${all}" class="ref">${all}</a>`));
  return out.replace(/\u0001(\d+)\u0001/g, (_, i: string) => codes[Number(i)]!);
}

interface Item {
  indent: number;
  ordered: boolean;
  text: string;
}

/** A rule begins with its number in bold: its anchor. */
function ruleAt(text: string): { id: string | null; html: string } {
  const found = /^\*\*(R\d+(?:\.\d+)*[a-z]?)\.?\*\*\s*/.exec(text);
  if (!found) return { id: null, html: inline(text) };
  const id = found[1]!;
  return { id, html: `<a class="rule" href="#${id}">${id}</a> ${inline(text.slice(found[0].length))}` };
}

function list(items: Item[], from: number, indent: number): { html: string; next: number } {
  const tag = items[from]!.ordered ? 'ol' : 'ul';
  let html = `<${tag}>`;
  let i = from;
  while (i < items.length && items[i]!.indent >= indent) {
    const { id, html: body } = ruleAt(items[i]!.text);
    html += id ? `<li id="${id}" class="is-rule">${body}` : `<li>${body}`;
    i++;
    if (i < items.length && items[i]!.indent > indent) {
      const inner = list(items, i, items[i]!.indent);
      html += inner.html;
      i = inner.next;
    }
    html += '</li>';
  }
  return { html: `${html}</${tag}>`, next: i };
}

function table(rows: string[]): string {
  const cells = (row: string) => row.replace(/^\s*\||\|\s*$/g, '').split('|').map((c) => c.trim());
  const [head = '', , ...body] = rows;
  const line = (row: string, tag: string) => `<tr>${cells(row).map((c) => `<${tag}>${inline(c)}</${tag}>`).join('')}</tr>`;
  return `<div class="scroll" tabindex="0" role="region" aria-label="table"><table><thead>${line(head, 'th')}</thead><tbody>${body.map((r) => line(r, 'td')).join('')}</tbody></table></div>`;
}

export interface Heading {
  level: number;
  text: string;
  id: string;
}

export interface Page {
  title: string;
  headings: Heading[];
  /** In order; `id` is the rule or heading a block begins with. */
  blocks: { html: string; text: string; id: string | null }[];
}

const idOf = (text: string): string =>
  /^(R\d+(?:\.\d+)*[a-z]?)\b/.exec(text)?.[1] ?? text.toLowerCase().replace(/[^\p{L}\d]+/gu, '-').replace(/^-|-$/g, '');

export function page(markdown: string): Page {
  const out: Page = { title: '', headings: [], blocks: [] };
  const lines = markdown.split('\n');
  const add = (html: string, text: string, id: string | null = null) => out.blocks.push({ html, text, id });
  let i = 0;
  while (i < lines.length) {
    const line = lines[i]!;
    const heading = /^(#{1,5})\s+(.*)$/.exec(line);
    if (line.trim() === '') i++;
    else if (line.startsWith('```')) {
      const end = lines.indexOf('```', i + 1);
      const code = lines.slice(i + 1, end < 0 ? undefined : end).join('\n');
      add(`<pre class="scroll" tabindex="0">${escape(code)}</pre>`, code);
      i = end < 0 ? lines.length : end + 1;
    } else if (heading) {
      const level = heading[1]!.length;
      const text = heading[2]!.replace(/[*`]/g, '');
      const id = idOf(text);
      if (level === 1) out.title = text;
      else {
        out.headings.push({ level, text, id });
        add(`<h${level} id="${id}">${escape(text)}</h${level}>`, text, id);
      }
      i++;
    } else if (/^\s*\|/.test(line)) {
      const from = i;
      while (i < lines.length && /^\s*\|/.test(lines[i]!)) i++;
      add(table(lines.slice(from, i)), lines.slice(from, i).join(' '));
    } else if (/^\s*([-*]|\d+\.)\s/.test(line)) {
      const items: Item[] = [];
      while (i < lines.length && (/^\s*([-*]|\d+\.)\s/.test(lines[i]!) || (/^\s+\S/.test(lines[i]!) && items.length))) {
        const item = /^(\s*)([-*]|\d+\.)\s+(.*)$/.exec(lines[i]!);
        if (item) items.push({ indent: item[1]!.length, ordered: /\d/.test(item[2]!), text: item[3]! });
        else items.at(-1)!.text += ` ${lines[i]!.trim()}`;
        i++;
      }
      // Each outermost item is a block of its own, so that a search finds rules and not whole sections.
      for (let k = 0; k < items.length; ) {
        let end = k + 1;
        while (end < items.length && items[end]!.indent > items[k]!.indent) end++;
        const part = items.slice(k, end);
        add(list(part, 0, part[0]!.indent).html, part.map((x) => x.text).join(' '), ruleAt(part[0]!.text).id);
        k = end;
      }
    } else if (/^ {4}\S/.test(line)) {
      const from = i;
      while (i < lines.length && (/^ {4}/.test(lines[i]!) || lines[i] === '')) i++;
      const code = lines.slice(from, i).map((l) => l.slice(4)).join('\n').trimEnd();
      add(`<pre class="scroll" tabindex="0">${escape(code)}</pre>`, code);
    } else {
      const from = i;
      while (i < lines.length && lines[i]!.trim() !== '' && !/^(#|```|\s*\||\s*[-*]\s)/.test(lines[i]!)) i++;
      if (i === from) i++; // a line that begins like something else
      const text = lines.slice(from, i).join(' ');
      const { id, html } = ruleAt(text);
      add(id ? `<p id="${id}" class="is-rule">${html}</p>` : `<p>${html}</p>`, text, id);
    }
  }
  return out;
}

/** The rule of this number, or the nearest rule above it ("R4.2a" is told in R4.2). */
export function ruleOf(p: Page, rule: string): { id: string; html: string } | null {
  for (let id = rule; id; id = id.includes('.') ? id.slice(0, id.lastIndexOf('.')) : '') {
    const found = p.blocks.find((b) => b.id === id) ?? p.blocks.find((b) => b.html.includes(`id="${id}"`));
    if (found) return { id, html: found.html };
    const plain = id.replace(/[a-z]$/, '');
    if (plain !== id) {
      const near = p.blocks.find((b) => b.id === plain);
      if (near) return { id: plain, html: near.html };
    }
  }
  return null;
}

export const rulesIn = (text: string): string[] => text.match(RULE) ?? [];
