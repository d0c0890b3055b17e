const EXPRESSION = /\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}/g;

/**
 * Finds the line of a Nunjucks template that a line of its output came from. Lines keep their order except in loops,
 * so each is searched after the previous one first, and then from the start.
 */
export function templateLines(template: string, rendered: string): number[] {
  const patterns = template.split('\n').map(toPattern);
  const found: number[] = [];
  let last = -1;
  for (const line of rendered.split('\n')) {
    const matches = (pattern: RegExp | undefined) => pattern?.test(line) ?? false;
    const after = line.trim() === '' ? -1 : patterns.findIndex((pattern, i) => i > last && matches(pattern));
    const index = after >= 0 || line.trim() === '' ? after : patterns.findIndex(matches);
    if (index >= 0) last = index;
    found.push(Math.max(last, 0) + 1);
  }
  return found;
}

/** Lines that are nothing but an expression could be anything. */
function toPattern(line: string): RegExp | undefined {
  const texts = line.split(EXPRESSION);
  if (texts.join('').trim() === '') return undefined;
  const escaped = texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`);
}
