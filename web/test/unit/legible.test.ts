// Letters in drawings never fall below eleven pixels. SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { enlarged } from '../../src/art/legible';

describe('letters in a drawing', () => {
  it('stay as they are where they can be read', () => expect(enlarged(13, 1)).toBeNull());
  it.each([[13, 0.42], [12, 0.62], [14, 0.3]])('of %d units at a scale of %d are drawn larger', (size, scale) => {
    expect(enlarged(size, scale)! * scale).toBeGreaterThanOrEqual(11);
  });
});
