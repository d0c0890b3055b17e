import type { AppSession } from './app-session.ts';
import { eachBlock, isHidden } from './locate-block.ts';

const MAX_CHARACTERS = 80;

/**
 * What people call the page that a session is on: the title of the page, or its heading where that says more
 * ("Invoice INV-0003"). Undefined if it has neither.
 */
export function pageTitle(session: AppSession): string | undefined {
  if (session.history.length === 0) return undefined;
  const { title } = session.tree().block.eval?.properties ?? {};
  const given = typeof title === 'string' ? clean(title) : '';
  const heading = headingOf(session);
  if (heading?.startsWith(given)) return heading;
  return given === '' ? undefined : given;
}

function headingOf(session: AppSession): string | undefined {
  for (const { tree } of eachBlock(session.tree())) {
    const { block } = tree;
    const { content } = block.eval?.properties ?? {};
    if (block.type !== 'Title' || typeof content !== 'string' || isHidden(block)) continue;
    const text = clean(content);
    return text === '' ? undefined : text;
  }
  return undefined;
}

function clean(text: string): string {
  return text
    .replace(/<[^>]*>/g, '')
    .trim()
    .slice(0, MAX_CHARACTERS);
}
