// Rulebooks as pages. Reads the real ones: every rule that a rulebook numbers has its anchor. SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inline, page, ruleOf } from '../../src/lib/markdown';

const games = join(__dirname, '../../../games');
const books = readdirSync(games, { withFileTypes: true })
  .filter((d) => d.isDirectory())
  .map((d) => ({ name: d.name, text: readFileSync(join(games, d.name, 'README.md'), 'utf8') }));

describe('a rulebook', () => {
  it.each(books)('$name: every rule has an anchor, once', ({ text }) => {
    const html = page(text).blocks.map((b) => b.html).join('\n');
    const rules = [...text.matchAll(/^\s*- \*\*(R\d+(?:\.\d+)*[a-z]?)\*\*/gm)].map((m) => m[1]!);
    expect(rules.length).toBeGreaterThan(20);
    for (const rule of rules) expect(html.split(`id="${rule}"`).length, rule).toBe(2);
  });
  it.each(books)('$name: no script, no open tag', ({ text }) => {
    const html = page(text).blocks.map((b) => b.html).join('\n');
    expect(html).not.toMatch(/<script/i);
    for (const tag of ['ul', 'ol', 'li', 'table', 'p', 'pre', 'a', 'strong', 'em', 'code'])
      expect(html.split(new RegExp(`<${tag}[ >]`)).length, tag).toBe(html.split(`</${tag}>`).length);
  });
  it('finds a rule, or the one it belongs to', () => {
    const book = page('## R4 Digging\n\n- **R4.2** Place a cube.\n- **R4.3** Not twice (R4.2).\n');
    expect(ruleOf(book, 'R4.3')?.html).toContain('href="#R4.2"');
    expect(ruleOf(book, 'R4.2.9')?.id).toBe('R4.2');
    expect(ruleOf(book, 'R9')).toBeNull();
  });
  it('escapes', () => {
    expect(inline('a <b> & `<i>` **x**')).toBe('a &lt;b&gt; &amp; <code>&lt;i&gt;</code> <strong>x</strong>');
    expect(inline('[x](javascript:alert(1))')).not.toContain('href');
  });
});
