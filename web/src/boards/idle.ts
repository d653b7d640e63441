// A builder that builds nothing: for diagrams and for positions that are not live.
// SPDX-License-Identifier: MIT
import type { Builder } from './contract';

export const idle: Builder = {
  active: false,
  forms: [],
  form: null,
  args: [],
  only: null,
  offered: null,
  can: () => false,
  pick: () => {},
  pickForm: () => {},
  narrow: () => {},
  choose: () => {},
  back: () => {},
  moves: () => [],
};
