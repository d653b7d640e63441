// Prints pages as PDF: node print.mjs FOLDER NAME... makes NAME.pdf of NAME.html. SPDX-License-Identifier: MIT
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '../../web/node_modules/playwright-core/index.mjs';

const [folder, ...names] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.PETTEIA_CHROMIUM ?? '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ colorScheme: 'light' });
const number = '<div style="font-size:8px;width:100%;text-align:center"><span class="pageNumber"></span> / <span class="totalPages"></span></div>';
for (const name of names) {
  await page.goto(pathToFileURL(resolve(folder, `${name}.html`)).href);
  await page.pdf({ path: resolve(folder, `${name}.pdf`), format: 'A4', displayHeaderFooter: true, headerTemplate: '<span></span>', footerTemplate: number,
    margin: { top: '18mm', bottom: '18mm', left: '18mm', right: '18mm' }, printBackground: true });
}
await browser.close();
