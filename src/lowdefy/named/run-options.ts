import { z } from 'zod';
import { TandemError } from '../../errors.ts';
import type { ViewNode, ViewPart } from '../../view/view-node.ts';
import type { Target, Wanted } from '../runner/app-runner.ts';
import type { UsedApp } from '../session/use-app.ts';
import { toListPath } from './list-path.ts';
import type { NamedField, NamedTool } from './named-tool.ts';

export const optionsInput = z.object({ field: z.string(), query: z.string().max(200).optional() });
export const optionsOutput = z.object({
  options: z.array(z.object({ value: z.unknown(), label: z.string().optional() })),
  /** How many match; more than are listed. */
  total: z.number().optional(),
});
type Options = z.infer<typeof optionsOutput>;
type OptionsPart = Extract<ViewPart, { kind: 'options' }>;

/** Of these, the query is searched; of what it finds, the first are returned. */
const MAX_SEARCHED = 10_000;
const MAX_SHOWN = 50;
const WANTED: Wanted = { mostOptions: MAX_SEARCHED };

/** The options of a field as the page has them: opened for this, or as it is in the caller's session. */
export async function runOptions(
  tool: NamedTool,
  call: { field: string; query?: string | undefined; target: Target; isOwnSession: boolean },
  used: UsedApp,
): Promise<Options> {
  const field = tool.fields.find(({ path }) => path === call.field);
  if (!field) throw new TandemError('invalid_input', `${tool.name} has no field "${call.field}".`);
  const { options } = (await find(field)) ?? notShown(call.field);
  const wanted = call.query?.trim().toLowerCase() ?? '';
  const found = options.filter(({ value, label }) =>
    `${label ?? ''}\n${value}`.toLowerCase().includes(wanted),
  );
  const shown = found
    .slice(0, MAX_SHOWN)
    .map(({ value, label }) => ({ value, ...(label !== undefined && { label }) }));
  return { options: shown, ...(found.length > shown.length && { total: found.length }) };

  async function find({ blockId }: NamedField): Promise<OptionsPart | undefined> {
    const isThere = !call.isOwnSession && used.session.record.currentPageId === tool.pageId;
    if (!isThere) await open();
    return optionsIn(await look(), blockId) ?? (isThere ? undefined : await findHidden(blockId));
  }

  async function open(): Promise<void> {
    const { target } = call;
    await used.run([{ type: 'navigate', ...target }], (runner, ref) =>
      runner.navigate(ref, target, { view: false }),
    );
    for (const { blockId, event } of tool.openers ?? []) await act({ type: 'triggerEvent', blockId, event });
  }

  /** In a closed tab, or in a list without items. */
  async function findHidden(blockId: string): Promise<OptionsPart | undefined> {
    for (const list of listsAround(blockId))
      await act({ type: 'callMethod', blockId: list, method: 'pushItem' });
    const first = blockId.replaceAll('$', '0');
    // Clearing an empty field changes nothing, and opens the tabs on the way to it.
    if (!optionsIn(await look(), blockId)) await act({ type: 'setValue', blockId: first, value: null });
    return optionsIn(await look(), blockId);
  }

  async function act(action: Parameters<UsedApp['runner']['act']>[1][number]): Promise<void> {
    await used.run([action], (runner, ref) => runner.act(ref, [action], { view: false }));
  }

  async function look(): Promise<ViewNode[]> {
    return (await used.view(WANTED))?.view?.nodes ?? [];
  }
}

function notShown(field: string): never {
  throw new TandemError(
    'unavailable',
    `"${field}" is not shown on the page now, so its options are unknown. Set what shows it with interact, and pass that sessionId.`,
  );
}

function optionsIn(nodes: readonly ViewNode[], blockId: string): OptionsPart | undefined {
  for (const { id, parts = [], children = [] } of nodes) {
    const own =
      id !== undefined && toListPath(id) === blockId
        ? parts.find((part) => part.kind === 'options')
        : undefined;
    const found = own ?? optionsIn(children, blockId);
    if (found) return found;
  }
  return undefined;
}

/** The lists around a field, from the outside in, each in the first item of the one before. */
function listsAround(blockId: string): string[] {
  const parts = blockId.split('.');
  return parts.flatMap((part, index) =>
    part === '$' ? [parts.slice(0, index).join('.').replaceAll('$', '0')] : [],
  );
}
