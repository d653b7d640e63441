// Faces: round, drawn from parts that follow from a number, which is made from somebody's id, so that they look the same everywhere,
// whatever they are called, and nothing is uploaded. Where no id is known, as at a table on one screen, it is made from the name.
// Bots are stones: the level adds one attribute, a character wears a cloak. A box of 64.
// SPDX-License-Identifier: MIT

const INK = '#1B2433';
const LINE = 'stroke-linejoin="round" stroke-linecap="round"';
const path = (d: string, fill: string, width = 1.8, stroke = INK): string => `<path d="${d}" fill="${fill}" stroke="${stroke}" ${LINE} stroke-width="${width}"/>`;
const shade = (d: string, fill: string, opacity: number): string => `<path d="${d}" fill="${fill}" opacity="${opacity}"/>`;

const GROUNDS = ['#BFDCE0', '#E9D9B4', '#D8CFE3', '#F0D9C2', '#D9E4D0', '#D7DEE8', '#F2DFB5', '#CFE0D8'];
const SKINS = [['#E2B084', '#C28A5C'], ['#B57A4E', '#8F5A36'], ['#F3CDA8', '#DBA67E'], ['#F0C2A6', '#D49A7C'], ['#7E4F35', '#5E3826']] as const;
const HAIRS = ['#4A2C22', '#231A1E', '#C9C4BB', '#B4512B', '#7A5A3A', '#16131A', '#D8A94A'];
const CLOTHES = ['#C8643C', '#2E7391', '#5E7F4A', '#3D6E6A', '#2A7F86', '#565A63', '#A8322D', '#D9A520', '#6E2466'];

/** What lies behind the head and what lies before it. */
const STYLES: readonly { back?: string; front?: string; ears?: boolean; scarf?: boolean }[] = [
  {
    back: 'M15 52C9 42 12 34 13 26C14 12 24 7 33 7C44 7 51 15 51 27C51 35 55 42 50 52C46 55 18 55 15 52Z',
    front: 'M18 31C17 20 22 15 30 17C27 20 22 23 18 31ZM30 17C36 14 45 17 46.5 31C44 25 40 20 30 17Z',
  },
  { front: 'M17 28C14 14 24 8 33 9C44 8 50 16 47 28C45 24 44 21 42 19C36 21 28 21 23 18C20 20 18.500 24 17 28Z', ears: true },
  {
    back: 'M14 43C12 30 12 9 32 8C52 9 52 30 50 43C47 46 43 45 42 42H22C21 45 17 46 14 43Z',
    front: 'M17.500 28C18 17 26 14 32 14S46 17 46.500 28C40 23 36 22 31 22C25 22 21 24 17.500 28Z',
  },
  {
    back: 'M13 40C8 37 8 31 11 28C8 23 11 17 15 16C16 10 23 7 28 9C32 5 41 6 44 11C50 11 54 18 52 23C56 27 56 34 52 37C53 43 47 46 43 44H20C17 45 13 44 13 40Z',
    front: 'M18 27C18 21 22 17 26 19C28 15 34 15 36 18C41 16 46 20 46 27C43 23 40 23 37 24C33 21 28 21 25 24C22 23 20 24 18 27Z',
  },
  {
    back: 'M12 60C8 40 10 9 32 8C54 9 56 40 52 60Z',
    front: 'M17.500 34C15 18 24 12 32 12S49 18 46.500 34C46 24 40 19 32 19S18 24 17.500 34ZM17 33C18 44 25 50 32 50S46 44 47 33C50 44 48 54 44 60H20C15 54 14 44 17 33Z',
    scarf: true,
  },
  { ears: true },
  {
    back: 'M32 3a7 7 0 1 1-.01 0M15 30C14 14 23 9 32 9S50 14 49 30Z',
    front: 'M17.500 29C17 17 25 13 32 13S47 17 46.500 29C44 22 39 19 32 18C25 19 20 22 17.500 29Z',
  },
  { front: 'M17 27C15 13 25 8 34 9C45 9 49 17 47 27C45 23 44 20 42 18C34 20 26 19 22 17C19 20 18 23 17 27Z', ears: true },
];

const BEARD = 'M18.800 30C21 35 25 34.500 27 33.500C30 32 34 32 37 33.500C39 34.500 43 35 45.200 30C45.500 40 40 48.500 32 48.500S18.500 40 18.800 30Z';
const MOUSTACHE = 'M24.500 38C27 34.500 30 34.800 32 36C34 34.800 37 34.500 39.500 38C36 38.500 34 38.200 32 37.300C30 38.200 28 38.500 24.500 38Z';
const GLASSES = `<g fill="#fff" fill-opacity=".35" stroke="${INK}" stroke-width="1.6"><circle cx="26" cy="29" r="4.8"/><circle cx="38" cy="29" r="4.8"/><path d="M30.8 28.5q1.2-1 2.4 0M21.2 28l-2.5-1M42.8 28l2.5-1" fill="none"/></g>`;
const EARRINGS = `<g fill="#F2C84B" stroke="${INK}" stroke-width="1.2"><circle cx="18" cy="37" r="2"/><circle cx="46" cy="37" r="2"/></g>`;

/** A whole number from a text (FNV-1a), the same on every device, and of an id the same as the server's (core/ids.h). */
export function hashOf(text: string): number {
  let hash = 2166136261;
  for (const c of new TextEncoder().encode(text)) hash = Math.imul(hash ^ c, 16777619) >>> 0;
  return hash;
}

/** How many faces somebody can choose from: their own (0) and further ones, each from the number before it and which it is. */
export const FACES = 12;
export const otherFace = (face: number, which: number): number => (which ? Math.imul(face ^ (which * 40503), 16777619) >>> 0 : face);

function person(face: number): string {
  let rest = face;
  const next = (n: number): number => {
    rest = (Math.imul(rest, 1664525) + 1013904223) >>> 0;
    return Math.floor((rest / 2 ** 32) * n);
  };
  const pick = <T>(list: readonly T[]): T => list[next(list.length)]!;
  const style = pick(STYLES);
  const [skin, shadow] = pick(SKINS);
  const hair = style.scarf ? pick(CLOTHES) : pick(HAIRS);
  const cloth = style.scarf ? hair : pick(CLOTHES);
  const extra = style.ears ? pick(['', GLASSES, BEARD, MOUSTACHE]) : pick(['', GLASSES, style.scarf ? '' : EARRINGS]);
  return [
    `<rect width="64" height="64" fill="${pick(GROUNDS)}"/>`,
    shade('M64 0V64H0Z', INK, 0.07),
    style.back ? path(style.back, hair, 2) : '',
    path('M6 70C6 54 16 50 24 48.500C26 52 38 52 40 48.500C48 50 58 54 58 70Z', cloth, 2),
    shade('M40 48.500C48 50 58 54 58 70H44C46 60 44 54 40 48.500Z', INK, 0.18),
    path('M25.500 40V49C27 53 37 53 38.500 49V40Z', shadow),
    path('M18.500 27C18 14 46 14 45.500 27C45.500 38 39.500 46 32 46C24.500 46 18.500 38 18.500 27Z', skin, 2),
    shade('M45.500 27C45.500 38 39.500 46 32 46C38 42 41 34 40.500 24C40 20 43 18 44.500 21C45.300 23 45.500 25 45.500 27Z', shadow, 0.75),
    style.ears ? path('M18.500 28C15 26 15 33 19.500 34M45.500 28C49 26 49 33 44.500 34', skin) : '',
    extra === BEARD ? path(BEARD, hair) : '',
    path('M28 39.200Q32 42.200 36.500 38.800', 'none', 1.8, extra === BEARD ? '#F3CDA8' : INK),
    extra === MOUSTACHE ? path(MOUSTACHE, hair, 1.2) : '',
    `<g fill="${INK}"><ellipse cx="26.300" cy="29" rx="1.700" ry="2"/><ellipse cx="37.700" cy="29" rx="1.700" ry="2"/></g>`,
    path('M32.500 29.500C33.500 32 34 33.500 31.500 34', 'none', 1.5),
    path('M23.300 25Q26 23.400 28.800 24.800M35.200 24.800Q38 23.400 40.700 25', 'none', 1.7),
    style.front ? path(style.front, hair) : '',
    extra.startsWith('<') ? extra : '',
  ].join('');
}

/** By level: the stone, its light and its shade, and the attribute. */
const STONES: Record<string, readonly [string, string, string, string]> = {
  beginner: ['#C9BFA8', '#E7DFCC', '#9D927B', ''],
  // an oar over the shoulder
  learner: ['#BFB6A6', '#DED6C6', '#90866F', path('M50 58L57 20L60 6C64 10 62 18 60 21L53 58Z', '#B98E5A', 1.8)],
  casual: [
    '#B7C2A0',
    '#D6DEC4',
    '#8A966F',
    `<path d="M49 58V22C49 13 58 13 58 20C58 23 55 24.500 53.500 22.500" fill="none" stroke="${INK}" stroke-width="4.6" stroke-linecap="round"/><path d="M49 58V22C49 13 58 13 58 20C58 23 55 24.500 53.500 22.500" fill="none" stroke="#B98E5A" stroke-width="2" stroke-linecap="round"/>`,
  ],
  // a round shield
  regular: ['#C4B08E', '#E0CFB2', '#96815E', `<circle cx="52" cy="47" r="11" fill="#B5483A" stroke="${INK}" stroke-width="2"/><circle cx="52" cy="47" r="4" fill="#E7C667" stroke="${INK}" stroke-width="1.5"/>`],
  skilled: ['#D9A77C', '#EFC9A6', '#B27E52', path('M14 26C16 14 25 11 33 11S49 15 50 26C38 20 26 20 14 26Z', '#2A9D9A', 2)],
  // a seafarer's cap
  seasoned: ['#9DB7BD', '#C3D6DA', '#6E8A91', path('M15 26C15 13 25 8 33 8S49 13 49 26C39 23 25 23 15 26Z', '#2F5D8A', 2) + path('M13 27C24 22 40 22 51 27', 'none', 3)],
  expert: [
    '#A9B4C4',
    '#CBD4E0',
    '#7B8799',
    path('M13 28C14 14 24 9 33 9S51 15 51 28C44 23 40 22 32 22S20 23 13 28Z', '#C8643C', 2) + path('M31 9V3C38 2 47 5 50 13', 'none', 4),
  ],
  // a fillet with a jewel
  elite: ['#D3C3B5', '#EDE2D8', '#A38F7F', path('M14 27C22 21 42 21 50 27L49 31C41 25.500 23 25.500 15 31Z', '#C9A227') + `<circle cx="32" cy="24.500" r="3.200" fill="#2A9D9A" stroke="${INK}" stroke-width="1.500"/>`],
  champion: [
    '#C9A227',
    '#EBD27A',
    '#9A7A14',
    path('M13 27C20 19 44 19 51 27L50 31C42 25 22 25 14 31Z', '#FFF3C4') + path('M18 24L21 15L27 20L32 11L37 20L43 15L46 24C38 19 26 19 18 24Z', '#8A5A00', 2),
  ],
  master: ['#B9A4CF', '#D8C9E6', '#8C74A8', path('M14 27C22 21 42 21 50 27L49 33C41 27.500 23 27.500 15 33Z', '#6E2466')],
};
const BROWS = ['M22 30.500h7M35 30.500h7M26 42h12', 'M22 31h6M36 31h6M25 41q7 4 14 0', 'M22 29l7 2M35 31l7-2M27 42h10', 'M23 30.500h5M36 30.500h5M28 41.500h8'];
/** Outlines of stones: round, tall, flat, cornered; each fills the middle of the box. */
const OUTLINES = [
  'M12 35C11 22 21 15 33 15S53 23 52 35S44 53 32 53S13 47 12 35Z',
  'M16 37C14 22 22 12 32 12S50 21 48 37S42 55 32 55S18 50 16 37Z',
  'M9 37C9 25 20 20 33 20S56 26 55 37S46 52 32 52S9 48 9 37Z',
  'M13 27C17 19 26 15 34 15C43 15 50 20 52 28C54 39 49 48 41 52C32 55 20 52 15 45C11 39 11 33 13 27Z',
];
/** What the sea has drawn on a stone, in its own light or shade. */
const VEINS = [
  '',
  'M21 21C27 25 38 24 45 20',
  'M17 47C26 44 38 45 47 48M20 50.500C27 48.500 36 49 43 51',
  'M24 20l.01 0M33 18.500l.01 0M41 22l.01 0M45 43l.01 0M20 45l.01 0',
];

/** By character: its colour and that of the brooch. The characters of one game have different ones. */
const CLOAKS = [['#6E2466', '#E7C667'], ['#2E7391', '#F7F1E3'], ['#D9A520', '#A8322D'], ['#5E7F4A', '#E7C667'], ['#A8322D', '#E7C667'], ['#F7F1E3', '#2E7391']] as const;
function cloak(style: string): string {
  const [cloth, brooch] = CLOAKS[(hashOf(style) >>> 8) % CLOAKS.length]!;
  return [
    path('M3 66C4 53 13 47 19 44C24 51 40 51 45 44C51 47 60 53 61 66Z', cloth, 2.2),
    shade('M45 44C51 47 60 53 61 66H47C49 57 48 50 45 44Z', INK, 0.2),
    `<circle cx="21" cy="48.500" r="3.600" fill="${brooch}" stroke="${INK}" stroke-width="1.600"/>`,
  ].join('');
}

function stone(name: string, level: string, style: string): string {
  const [base, light, dark, more] = STONES[level] ?? STONES.beginner!;
  const hash = hashOf(name);
  const lean = (hash % 13) - 6; // no two stones lie alike
  const ground = GROUNDS[(hash >>> 4) % GROUNDS.length]!;
  const vein = VEINS[(hash >>> 20) % VEINS.length]!;
  return [
    `<rect width="64" height="64" fill="${ground}"/><path d="M0 14h64M0 26h64M0 38h64M0 50h64" stroke="${INK}" stroke-opacity=".14" stroke-width="1.5"/>`,
    `<ellipse cx="36" cy="39" rx="21" ry="19" fill="${INK}" opacity=".26"/><g transform="rotate(${lean} 32 35)">`,
    path(OUTLINES[(hash >>> 13) % OUTLINES.length]!, base, 2.2),
    `<path d="M17 36C16 26 23 20 32 20C25 22 20 28 17 36Z" fill="${light}"/>`,
    shade('M47 37C46 46 41 51 33 51C40 48 44 42 45 30C47 33 47 35 47 37Z', dark, 0.8),
    vein && path(vein, 'none', 2.6, dark),
    path(BROWS[(hash >>> 8) % BROWS.length]!, 'none', 2.8),
    '</g>',
    style && cloak(style),
    more,
  ].join('');
}

/** The inside of an svg with viewBox "0 0 64 64". `level`: it is a bot's; `face`: a person's number, if it is known; `style`: a bot's character. */
export const faceOf = (name: string, level?: string, face = hashOf(name), style = ''): string =>
  `${level ? stone(name, level, style) : person(face)}<circle cx="32" cy="32" r="30.5" fill="none" stroke="${INK}" stroke-width="2.2"/>`;
