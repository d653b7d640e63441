// What a French text must not have: an ordinary space or none before ; : ! ? and inside guillemets, straight quotes.
// SPDX-License-Identifier: MIT
export function slips(text: string): string[] {
  const found = text.match(/(?<![\u202f]);|(?<![\u202f?!])[!?]|(?<![\u00a0\d}(])(?<!https?):(?!\/)|«(?!\u202f)|(?<!\u202f)»|['"]/g) ?? [];
  return found.map((slip) => `${slip} in: ${text}`);
}
