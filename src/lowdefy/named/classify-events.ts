import { isRecord } from '../../lib/is-record.ts';
import type { BuiltBlock, BuiltForm, BuiltRequest, PlacedBlock } from './built-page.ts';
import type { FormTrigger } from './named-tool.ts';
import { effectOf, type RequestEffect } from './request-effect.ts';

/** An event of a page that runs requests or endpoints when a person triggers it. */
export interface PageEvent extends FormTrigger {
  placed: PlacedBlock;
  /** The strongest of what its actions do; endpoints may do anything. */
  effect: RequestEffect;
}

export interface ClassifiedEvents {
  /** Events that write: each makes a form. */
  submits: PageEvent[];
  /** Events that only read, such as the click on "Search". */
  searches: PageEvent[];
}

/** Events that need nothing but the gesture; others pass along a row, a file or a value. */
const PLAIN_EVENTS = new Set(['onClick', 'onOk', 'onSubmit', 'onFinish', 'onSave']);

/** Which events of a page submit something, and which only look something up. */
export function classifyEvents(
  page: BuiltForm,
  connections: ReadonlyMap<string, Record<string, unknown>>,
): ClassifiedEvents {
  const submits: PageEvent[] = [];
  const searches: PageEvent[] = [];
  for (const placed of page.blocks) {
    const { block, around } = placed;
    // The button of a list item belongs to that item.
    if (around.length === 0 || block.blockId.includes('.$')) continue;
    for (const [event, handler] of builtEvents(block)) {
      if (!PLAIN_EVENTS.has(event)) continue;
      const effect = effectOfActions(actionsIn(handler), page.requests, connections);
      if (effect === undefined) continue;
      const one = { blockId: block.blockId, event, placed, effect };
      if (effect === 'reads') searches.push(one);
      else submits.push(one);
    }
  }
  return { submits, searches };
}

export interface BuiltAction {
  type: string;
  params: unknown;
}

export function builtEvents(block: BuiltBlock): [string, unknown][] {
  return isRecord(block.events) ? Object.entries(block.events) : [];
}

/** Every action of an event, in `try` and `catch` and in lists within; those that never run are left out. */
export function actionsIn(handler: unknown): BuiltAction[] {
  if (Array.isArray(handler)) return handler.flatMap(actionsIn);
  if (!isRecord(handler) || handler.skip === true) return [];
  const inner = [handler.try, handler.catch, handler.actions].flatMap(actionsIn);
  if (typeof handler.type !== 'string') return inner;
  return [{ type: handler.type, params: handler.params }, ...inner];
}

/** Undefined if the actions run neither requests nor endpoints. */
export function effectOfActions(
  actions: readonly BuiltAction[],
  requests: ReadonlyMap<string, BuiltRequest>,
  connections: ReadonlyMap<string, Record<string, unknown>>,
): RequestEffect | undefined {
  const effects = actions.flatMap(({ type, params }): RequestEffect[] => {
    if (type === 'CallAPI') return ['changes'];
    if (type !== 'Request') return [];
    return requestsOf(params, requests).map((request) =>
      effectOf(request, connections.get(request.connectionId)),
    );
  });
  return (['changes', 'adds', 'reads'] as const).find((effect) => effects.includes(effect));
}

/** The requests that a Request action names; all of the page if that is computed. */
export function requestsOf(params: unknown, requests: ReadonlyMap<string, BuiltRequest>): BuiltRequest[] {
  const names = Array.isArray(params) ? params : [params];
  if (names.some((name) => typeof name !== 'string')) return [...requests.values()];
  return names.flatMap((name) => requests.get(name as string) ?? []);
}
