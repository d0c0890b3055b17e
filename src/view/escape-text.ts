/**
 * Characters that a reader does not see or that move what it sees: controls (ANSI escapes among them), bidi
 * controls, zero-width and tag characters, separators, lone surrogates, private and unassigned ones.
 */
const HIDDEN = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}`;

const IN_JSON = new RegExp(`[<>\`${HIDDEN}]`, 'gu');
const IN_FENCE = new RegExp(`(?![\\n\\t])[${HIDDEN}]|\\\\(?=u[0-9a-f]{4})`, 'gu');
const ANY_HIDDEN = new RegExp(`[${HIDDEN}]`, 'u');

/** Whether some of the text would not be seen as it is. */
export function hasHidden(text: string): boolean {
  return ANY_HIDDEN.test(text);
}

/** A JSON string that cannot act: no raw `<`, `>`, backtick or hidden character is in it. */
export function quote(text: string): string {
  return escapeJson(JSON.stringify(text));
}

/** The same for a whole JSON text; what is escaped can only stand inside its strings. */
export function escapeJson(json: string): string {
  return json.replace(IN_JSON, toEscape);
}

/** Text for a fence: hidden characters as `\uXXXX`, and so is a backslash that could be mistaken for one. */
export function showHidden(text: string): string {
  return text.replace(IN_FENCE, toEscape);
}

/** The opposite of `showHidden`. */
export function restoreHidden(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function toEscape(character: string): string {
  let escaped = '';
  for (let i = 0; i < character.length; i++) {
    escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  }
  return escaped;
}
