// What a German text must not have: a space before ; : ! ?, quotes other than „ “, a hyphen for a dash, three dots for an ellipsis,
// "Sie" to the reader. "Sie" and "Ihr" that open a sentence may be "they" and "you all".
// SPDX-License-Identifier: MIT
export function slips(text: string): string[] {
  const found = text.match(/\s[;:!?]|['"”«»]|„(?=[^“]*$)|(?<=^[^„]*)“|(?<=\S) - |\d-\d|\.\.\.|(?<![.:!?] |^)\b(?:Sie|Ihnen|Ihr|Ihre[mnrs]?)\b/g) ?? [];
  return found.map((slip) => `${slip} in: ${text}`);
}
