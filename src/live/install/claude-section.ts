import { TandemError } from '../../errors.ts';

const START = '<!-- ui-builder:start -->';
const END = '<!-- ui-builder:end -->';
const SEPARATOR = '\n---\n\n';

export type ClaudeChange = { how: 'installed' | 'appended'; text: string } | { how: 'skipped' };

/**
 * What to do with CLAUDE.md: create it, add the section, leave it alone, or replace the section. Everything else in
 * it stays.
 */
export function changeClaude(
  existing: string | undefined,
  instructions: string,
  { force, file }: { force: boolean; file: string },
): ClaudeChange {
  const section = `${START}\n${instructions.trim()}\n${END}\n`;
  if (existing === undefined || existing.trim() === '') return { how: 'installed', text: section };
  const start = existing.indexOf(START);
  if (start < 0) {
    const gap = existing.endsWith('\n') ? '' : '\n';
    return { how: 'appended', text: existing + gap + SEPARATOR + section };
  }
  if (!force) return { how: 'skipped' };
  const end = existing.indexOf(END, start);
  if (end < 0)
    throw new TandemError(
      'conflict',
      `${file} has the line "${START}" but not "${END}" after it, so the end of the section is unknown. Restore it, or remove the section, and install again.`,
    );
  const after = existing.slice(end + END.length).replace(/^\r?\n/, '');
  return { how: 'installed', text: existing.slice(0, start) + section + after };
}
