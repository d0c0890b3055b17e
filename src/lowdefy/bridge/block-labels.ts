import { isRecord } from '../../lib/is-record.ts';
import type { AppSession } from './app-session.ts';
import { blocksById } from './locate-block.ts';

const MAX_CHARACTERS = 80;

/** What people call these blocks, by id: the label of a field, the title of a button. Blocks without one are left out. */
export function blockLabels(session: AppSession, ids: readonly unknown[]): Record<string, string> {
  const wanted = new Set(ids);
  if (wanted.size === 0 || session.history.length === 0) return {};
  const labels: Record<string, string> = {};
  const all = blocksById(session.tree());
  for (const { tree } of [...wanted].flatMap((id) => all.get(String(id)) ?? [])) {
    const { blockId, eval: evaluated } = tree.block;
    if (!isRecord(evaluated?.properties)) continue;
    const { title, label } = evaluated.properties;
    const inner = isRecord(label) ? label.title : label;
    const text = [inner, title].find((one) => typeof one === 'string' && one.trim() !== '');
    if (typeof text === 'string') labels[blockId] = text.replace(/<[^>]*>/g, '').slice(0, MAX_CHARACTERS);
  }
  return labels;
}
