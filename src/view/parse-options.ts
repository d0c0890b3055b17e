import type { TextCursor } from './text-cursor.ts';
import type { OptionsPart } from './write-options.ts';

/** `[draft (Draft), 5]`, as `writeOptions` writes it. */
export function parseOptions(cursor: TextCursor): OptionsPart['options'] {
  const options: OptionsPart['options'] = [];
  cursor.need('[');
  while (!cursor.take(']')) {
    if (options.length > 0) cursor.need(', ');
    const word = cursor.match(/(?!(?:true|false|null)(?![\w.-]))[A-Za-z_][\w.-]*/y)?.[0];
    const value: unknown = word ?? cursor.json();
    if (!cursor.take(' (')) {
      options.push({ value });
      continue;
    }
    const label = cursor.next() === '"' ? cursor.string() : (cursor.match(/[^)]*/y)?.[0] ?? '');
    cursor.need(')');
    options.push({ value, label });
  }
  return options;
}
