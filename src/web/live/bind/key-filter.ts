const MODIFIERS = ['ctrl', 'shift', 'alt', 'meta'] as const;
const NAMES: Record<string, string> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Esc: 'escape',
  ' ': 'space',
};

export interface KeyFilter {
  key: string;
  hasModifiers: boolean;
  matches(event: KeyboardEvent): boolean;
}

/** `ctrl-shift-enter`: the key with exactly these modifiers. */
export function toKeyFilter(text: string): KeyFilter {
  const parts = text.toLowerCase().split('-');
  const key = parts.pop() || '-';
  const wanted = new Set(parts);
  return {
    key,
    hasModifiers: ['ctrl', 'alt', 'meta'].some((name) => wanted.has(name)),
    matches: (event) =>
      // What ends a word of an input method is not meant for us.
      !event.isComposing &&
      MODIFIERS.every((name) => event[`${name}Key`] === wanted.has(name)) &&
      (nameOf(event.key) === key || event.code.toLowerCase() === `key${key}`),
  };
}

function nameOf(key: string): string {
  return NAMES[key] ?? key.toLowerCase();
}
