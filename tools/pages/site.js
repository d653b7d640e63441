// What the site does in a browser: light or dark, search without a server, and the demo that starts when somebody wants it.
// SPDX-License-Identifier: MIT
const root = document.documentElement;
const up = root.dataset.root;

document.querySelector('#theme').addEventListener('click', () => {
  root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  localStorage.setItem('petteia.site.theme', root.dataset.theme);
});

const input = document.querySelector('#search');
const list = document.querySelector('#found');
const MOST = 12;

/** The index is a script, because a page that is opened as a file may not fetch anything. */
let loading = null;
const load = () =>
  (loading ??= new Promise((done) => {
    const script = document.createElement('script');
    script.src = `${up}search-index.js`;
    script.onload = () => done(window.PETTEIA_INDEX);
    document.head.append(script);
  }));

const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Sections that have all words: those with words in their titles first, then short ones. */
function find(index, text) {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const rank = (row) => {
    const title = plain(row.title);
    const body = plain(row.text);
    if (!words.every((w) => title.includes(w) || body.includes(w))) return 0;
    return 1 + 10 * words.filter((w) => title.includes(w)).length + 1 / (1 + body.length) + (row.lang === root.lang ? 5 : 0);
  };
  return index.map((row) => [rank(row), row]).filter(([r]) => r).sort((a, b) => b[0] - a[0]).slice(0, MOST).map(([, row]) => row);
}

function show(rows, text) {
  list.replaceChildren(
    ...rows.map((row) => {
      const link = document.createElement('a');
      link.href = up + row.to;
      link.textContent = row.title;
      const small = document.createElement('small');
      const at = Math.max(0, plain(row.text).indexOf(plain(text).split(/\s+/)[0]) - 40);
      small.textContent = `${row.page}: ${row.text.slice(at, at + 120)}`;
      link.append(small);
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
  if (!rows.length && text.trim()) list.textContent = 'Nothing has all these words.';
}

input.addEventListener('focus', load);
input.addEventListener('input', async () => {
  const index = await load();
  show(find(index, input.value), input.value);
});
addEventListener('keydown', (e) => {
  if (e.key === '/' && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) {
    e.preventDefault();
    input.focus();
  } else if (e.key === 'Escape') {
    input.value = '';
    list.replaceChildren();
  }
});

/** Copying needs https, localhost or a file; elsewhere the line is marked, ready for Ctrl-C. */
for (const button of document.querySelectorAll('[data-copy]'))
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 2000);
    } catch {
      getSelection().selectAllChildren(button.previousElementSibling);
    }
  });

for (const button of document.querySelectorAll('[data-demo]'))
  button.addEventListener('click', () => {
    const frame = document.createElement('iframe');
    frame.src = button.dataset.demo;
    frame.title = 'Petteia';
    button.parentElement.replaceWith(frame);
    frame.focus();
  });
