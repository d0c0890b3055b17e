import type { Prompt } from '../area/area.ts';

type Completer = NonNullable<Prompt['complete']>[string];

/** At most 100 suggestions, as the protocol wants. */
export async function complete(
  completer: Completer | undefined,
  value: string,
  others: Record<string, string>,
) {
  const all = completer ? await completer(value, others) : [];
  return { completion: { values: all.slice(0, 100), total: all.length, hasMore: all.length > 100 } };
}
