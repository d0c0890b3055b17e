import { showHidden } from './escape-text.ts';
import { toWords } from './fact-words.ts';
import type { ViewPart } from './view-node.ts';
import { writeOptions } from './write-options.ts';
import { writeTable } from './write-table.ts';
import { cutNote, head, isPlain, writeString, writeText } from './write-text.ts';
import { writeValue } from './write-value.ts';

/** What begins a line of its own kind; a field of that name is written in quotes. */
export const PART_WORDS: ReadonlySet<string> = new Set(['Options', 'Error', 'Warning', 'Note', 'Text']);

const FIELD_NAME = /^[\p{L}\p{M}\p{N} _-]+$/u;

/** One part as one or more lines. `owner` is the id of the block it belongs to. */
export function writePart(part: ViewPart, owner: string | undefined, limit: number): string {
  switch (part.kind) {
    case 'title':
      return writeText(part.text, limit);
    case 'fact':
      return writeField(toWords(part), limit);
    case 'field':
    case 'hint':
      return writeField(part, limit);
    case 'text':
      return part.text.includes('\n')
        ? writeFence(part.text, owner, limit)
        : `Text: ${writeString(part.text, limit)}`;
    case 'options': {
      const { list, shown } = writeOptions(part, limit);
      return `Options${shown === part.total ? '' : ` (${shown} of ${part.total})`}: ${list}`;
    }
    case 'table':
      return writeTable(part, limit);
    case 'error':
      return `Error: ${writeText(part.text, limit)}`;
    case 'warning':
      return `Warning: ${writeText(part.text, limit)}`;
    case 'note':
      return `Note: ${writeText(part.text, limit)}`;
  }
}

function writeField({ name, value }: { name: string; value?: unknown }, limit: number): string {
  return `${writeFieldName(name, limit)}: ${writeValue(value, limit)}`;
}

function writeFieldName(name: string, limit: number): string {
  return isPlain(name) && FIELD_NAME.test(name) && !PART_WORDS.has(name) ? name : writeString(name, limit);
}

/** Longer than any run of backticks in the text, so that nothing in it can end the fence. */
function writeFence(text: string, owner: string | undefined, limit: number): string {
  const shown = text.length <= limit ? text : head(text, limit);
  let longest = 2;
  for (const [run] of shown.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  const label = owner === undefined ? 'value' : `${owner.slice(0, 100).replace(/[^\w.-]/g, '_')}_value`;
  const cut = shown === text ? '' : `\n${cutNote(text.length)}`;
  return `${fence}${label}\n${showHidden(shown)}\n${fence}${cut}`;
}
