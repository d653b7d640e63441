// What can wait is done one after the other. SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import { queue } from '../../src/lib/in_turn';

test('each piece begins when the one before it is done or has failed, and when the page is idle', async () => {
  const said: string[] = [];
  const inTurn = queue((then) => (said.push('idle'), then()));
  const first = inTurn(async () => {
    said.push('a');
    await new Promise((go) => setTimeout(go, 5));
    said.push('a done');
    throw new Error('no');
  });
  const second = inTurn(async () => said.push('b'));
  await expect(first).rejects.toThrow('no');
  await second;
  expect(said).toEqual(['idle', 'a', 'a done', 'idle', 'b']);
});
