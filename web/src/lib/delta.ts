// Applies a patch of docs/protocol.md ("Deltas") to a view. The old view is left as it was: what did not change is
// shared, so that a board redraws only what did.
// SPDX-License-Identifier: MIT

type Json = unknown;
type Patch = Json[] | { [key: string]: Patch };

export function applyDelta(value: Json, patch: Json): Json {
  return apply(value, patch as Patch);
}

function apply(value: Json, patch: Patch): Json {
  if (Array.isArray(patch)) return patch[0];
  if (Array.isArray(value)) return applyToList(value, patch);
  const out: Record<string, Json> = { ...(value as Record<string, Json>) };
  for (const [key, change] of Object.entries(patch)) {
    if (Array.isArray(change) && change.length === 0) delete out[key];
    else out[key] = apply(out[key], change);
  }
  return out;
}

const rowOf = (keys: string[], row: Json[]): Json => Object.fromEntries(keys.map((key, i) => [key, row[i]]));

function applyToList(value: Json[], patch: { [key: string]: Patch }): Json[] {
  const out = value.slice();
  for (const [at, count, values, keys] of (patch['+'] ?? []) as unknown as [number, number, Json[], string[]?][])
    out.splice(at, count, ...(keys ? values.map((row) => rowOf(keys, row as Json[])) : values));
  for (const [member, pairs] of Object.entries((patch['='] ?? {}) as unknown as Record<string, Json[]>))
    for (let i = 0; i < pairs.length; i += 2) {
      const at = pairs[i] as number;
      out[at] = { ...(out[at] as Record<string, Json>), [member]: pairs[i + 1] };
    }
  for (const [key, change] of Object.entries(patch)) {
    if (key === '+' || key === '=') continue;
    const at = Number(key);
    if (Array.isArray(change) && change.length === 0) out.splice(at, 1);
    else out[at] = apply(out[at], change);
  }
  return out;
}
