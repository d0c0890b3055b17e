import type { DeedFilter, DeedsWanted } from '../../protocol/deed.ts';
import type { Deed } from '../../session/deed.ts';

const FILTERS: Record<DeedFilter, (deed: Deed) => boolean> = {
  agent: ({ actor }) => actor.kind === 'agent',
  person: ({ actor }) => actor.kind === 'person',
  failed: ({ reason, requests = [] }) => reason !== undefined || requests.some(({ success }) => !success),
  requests: ({ requests = [] }) => requests.length > 0,
};

/** Whether somebody who looks for this wants to see a deed. */
export function isWantedDeed(deed: Deed, { show, query }: DeedsWanted): boolean {
  if (show.length > 0 && !show.some((filter) => FILTERS[filter](deed))) return false;
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const text = toText(deed).toLowerCase();
  return words.every((word) => text.includes(word));
}

function toText({ actor, verb, label, rest, where, said, reason, ...more }: Deed): string {
  const { changes = [], requests = [], texts = [] } = more;
  return [
    ...[actor.kind, actor.name, verb, label, rest, where, said, reason],
    ...changes.flatMap(({ label: of, before, after }) => [of, before, after]),
    ...requests.flatMap(({ name, reason: why }) => [name, why]),
    ...texts.map(({ text }) => text),
  ].join(' ');
}
