// A board as an SVG that stands alone: for the gallery (tools/pictures.mjs) and for sharing.
// SPDX-License-Identifier: MIT

/** The board's drawing as text: styles become attributes, symbols come along, controls go. It runs in a page, by itself. */
export function drawing() {
  const live = [...document.querySelectorAll('.board svg[role=group]')].sort((a, b) => b.clientWidth - a.clientWidth)[0];
  if (!live) return null;
  const DRAWN = new Set(
    ('fill stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin stroke-opacity fill-opacity opacity stop-color font-family font-size ' +
      'font-weight font-style text-anchor letter-spacing paint-order visibility display clip-path dominant-baseline').split(' '),
  );
  const open = (rules) => [...rules].flatMap((r) => (r instanceof CSSStyleRule ? [r] : r instanceof CSSMediaRule && !matchMedia(r.conditionText).matches ? [] : r.cssRules ? open(r.cssRules) : []));
  const rules = [...document.styleSheets].flatMap((sheet) => open(sheet.cssRules)).filter((r) => r.selectorText && !/:(hover|focus|active)/.test(r.selectorText));
  const names = (rule) => [...rule.style];

  function settle(from, to) {
    const style = getComputedStyle(from);
    for (const { name, value } of [...from.attributes]) if (/var\(|currentColor/.test(value) && DRAWN.has(name)) to.setAttribute(name, style.getPropertyValue(name));
    for (const rule of rules) {
      if (!from.matches(rule.selectorText)) continue;
      for (const name of names(rule)) {
        if (name.startsWith('--')) to.style.setProperty(name, style.getPropertyValue(name).trim());
        else if (DRAWN.has(name)) to.setAttribute(name, style.getPropertyValue(name));
      }
    }
    for (let i = 0; i < from.children.length; i++) settle(from.children[i], to.children[i]);
  }
  /** A symbol takes the colours of where it is used: what it says itself stays as it is said. */
  function declare(from, to) {
    for (const rule of rules) {
      if (!from.matches(rule.selectorText)) continue;
      for (const name of names(rule)) if (DRAWN.has(name)) to.setAttribute(name, rule.style.getPropertyValue(name));
    }
    for (let i = 0; i < from.children.length; i++) declare(from.children[i], to.children[i]);
  }
  const copy = live.cloneNode(true);
  settle(live, copy);

  // Symbols, patterns and clips from elsewhere in the page.
  const defs = document.createElementNS('http://www.w3.org/2000/svg', 'defs');
  copy.prepend(defs);
  const wanted = () => [...copy.outerHTML.matchAll(/(?:href="#|url\((?:&quot;|"|')?#)([\w-]+)/g)].map((m) => m[1]);
  for (let more = true; more; ) {
    more = false;
    for (const id of wanted()) {
      const there = document.getElementById(id);
      if (!there || copy.querySelector(`#${CSS.escape(id)}`)) continue;
      const moved = there.cloneNode(true);
      declare(there, moved);
      defs.append(moved);
      more = true;
    }
  }
  for (const gone of copy.querySelectorAll('.pt-control')) if (!gone.querySelector('use, text, image')) gone.remove();
  for (const e of [copy, ...copy.querySelectorAll('*')]) {
    for (const { name } of [...e.attributes]) if (/^(class|data-|aria-|role|tabindex|pointer-events|id$)/.test(name) && !(name === 'id' && wanted().includes(e.id))) e.removeAttribute(name);
    if (e.getAttribute('display') === 'none' || e.getAttribute('visibility') === 'hidden') e.remove();
  }
  const root = getComputedStyle(live);
  for (const name of new Set([...copy.outerHTML.matchAll(/var\((--[\w-]+)/g)].map((m) => m[1]))) if (!copy.style.getPropertyValue(name)) copy.style.setProperty(name, root.getPropertyValue(name).trim());
  const [, , w, h] = live.getAttribute('viewBox').split(' ');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', w);
  copy.setAttribute('height', h);
  return new XMLSerializer().serializeToString(copy);
}

const hex = (_, r, g, b) => `#${[r, g, b].map((n) => Number(n).toString(16).padStart(2, '0')).join('')}`;
/** Shorter, and without what only this page has. */
export const tidy = (text) =>
  text
    .replace(/<!--.*?-->/gs, '')
    .replace(/rgb\((\d+), (\d+), (\d+)\)/g, hex)
    .replace(/url\(&quot;(#[\w-]+)&quot;\)/g, 'url($1)')
    .replace(/-?\d+\.\d{3,}/g, (n) => String(Math.round(Number(n) * 100) / 100))
    .replace(/ (font-family)="[^"]*Fraunces[^"]*"/g, ' $1="Fraunces, Georgia, serif"')
    .replace(/ (font-family)="[^"]*Source Sans[^"]*"/g, ' $1="Source Sans 3, Helvetica, Arial, sans-serif"')
    .replace(/ (font-family)="[^"]*JetBrains[^"]*"/g, ' $1="JetBrains Mono, monospace"')
    .replace(/>\s+</g, '><')
    .replace(/<\/(g|defs|symbol|pattern)>/g, '</$1>\n');
