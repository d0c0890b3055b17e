import { TandemError } from '../../../errors.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { setOpenState, type UiState } from '../ui-state.ts';
import { fire } from './fire-event.ts';
import {
  asPayload,
  type ComponentSteps,
  type GestureStep,
  type GestureSurroundings,
  NOTHING,
  propertiesOf,
} from './gesture-step.ts';
import type { MakeShims, ShimContext } from './make-shims.ts';
import { keepSearch, recentOf } from './recent-searches.ts';
import { type Searched, type ShownResult, toShownResults } from './search-results.ts';

const MAX_RESULTS = 20;

/** A button that opens a search dialog; choosing a result closes it. */
export const searchBlock: ComponentSteps = {
  eventsOf({ block }, ui) {
    if (!ui.open[block.blockId]) return ['onOpen', 'onSearch'];
    const hasResults = (ui.found[block.blockId]?.results.length ?? 0) > 0;
    return ['onSearch', ...(hasResults ? ['onSelect'] : []), 'onClose'];
  },
  toSteps({ block }, name, payload, around) {
    const { ui, search } = around;
    const isOpen = ui.open[block.blockId] === true;
    const opening: GestureStep[] = isOpen ? [] : [{ run: () => open(block, ui), click: 'first' }];
    switch (name) {
      case 'onOpen':
        return isOpen ? undefined : opening;
      case 'onClose':
        return isOpen ? [{ run: () => close(block, ui) }] : undefined;
      case 'onSearch': {
        const { recent } = asPayload(payload);
        if (recent !== undefined) {
          const known = chooseRecent(block, recent, ui);
          return [...opening, { run: () => searchAgain(block, known, ui, search), click: 'last' }];
        }
        const query = toQuery(block, payload);
        return [...opening, { run: () => type(block, query, ui, search) }];
      }
      case 'onSelect': {
        const item = isOpen ? chooseResult(block, payload, ui) : undefined;
        return item && [{ run: () => select(block, item, around), click: 'last' }];
      }
      default:
        return undefined;
    }
  },
};

export const searchMethods: MakeShims = (block, around) => ({
  // Based on what was drawn, as for modals.
  toggleOpen: () => turn(block, !around.opened.has(block.blockId), around),
  // Without an argument the component also fails, and with it the chain that calls it.
  setOpen: ({ open: wanted }: { open?: unknown }) => turn(block, Boolean(wanted), around),
});

function turn(block: EngineBlock, isOpen: boolean, { ui, redraw }: ShimContext): void {
  Promise.resolve(isOpen ? open(block, ui) : close(block, ui)).catch(() => {});
  redraw();
}

function open(block: EngineBlock, ui: UiState) {
  setOpenState(ui, block.blockId, true);
  return block.triggerEvent({ name: 'onOpen' });
}

function close(block: EngineBlock, ui: UiState) {
  setOpenState(ui, block.blockId, false);
  delete ui.found[block.blockId];
  return block.triggerEvent({ name: 'onClose' });
}

type Search = (block: EngineBlock, query: string) => Promise<Searched>;

async function type(block: EngineBlock, query: string, ui: UiState, search: Search) {
  if (query === '') {
    delete ui.found[block.blockId];
    return NOTHING;
  }
  const resultCount = await find(block, query, ui, search);
  return block.triggerEvent({ name: 'onSearch', event: { value: query, resultCount } });
}

/** The app is not notified. */
async function searchAgain(block: EngineBlock, query: string, ui: UiState, search: Search) {
  await find(block, query, ui, search);
  return NOTHING;
}

async function find(block: EngineBlock, query: string, ui: UiState, search: Search): Promise<number> {
  const searched = await search(block, query);
  const { maxResults = MAX_RESULTS } = propertiesOf(block);
  const { length: total } = searched.results;
  const first = searched.results.slice(0, Number(maxResults));
  ui.found[block.blockId] = { query, total, results: toShownResults({ ...searched, results: first }) };
  return total;
}

function select(block: EngineBlock, { item }: ShownResult, { ui, searches }: GestureSurroundings) {
  const { query = '', total = 0 } = ui.found[block.blockId] ?? {};
  keepSearch(block, query, searches, ui);
  const result = block.triggerEvent({ name: 'onSelect', event: { ...item, query, resultCount: total } });
  setOpenState(ui, block.blockId, false);
  delete ui.found[block.blockId];
  fire(block, 'onClose');
  return result;
}

function toQuery(block: EngineBlock, payload: unknown): string {
  const { value } = asPayload(payload);
  if (typeof value === 'string') return value;
  throw new TandemError(
    'invalid_input',
    `onSearch of "${block.blockId}" needs the payload {"value": "WORDS"}; an empty text clears the results.`,
  );
}

/** By its position in the list, newest first. */
function chooseRecent(block: EngineBlock, index: unknown, ui: UiState): string {
  const recent = recentOf(block, ui);
  const query = recent[Number(index)];
  if (query !== undefined) return query;
  const how =
    recent.length === 0
      ? 'It shows none now; send {"value": "WORDS"}.'
      : `It needs the payload {"recent": 0}: 0 to ${recent.length - 1}.`;
  throw new TandemError(
    'invalid_input',
    `onSearch of "${block.blockId}" does not name a recent search. ${how}`,
  );
}

/** By its position in the shown list, or by its id. */
function chooseResult(block: EngineBlock, payload: unknown, ui: UiState): ShownResult {
  const shown = ui.found[block.blockId]?.results ?? [];
  const { index, id } = asPayload(payload);
  const found =
    index === undefined ? shown.find(({ item }) => id !== undefined && item.id === id) : shown[Number(index)];
  if (found) return found;
  const how =
    shown.length === 0
      ? 'Trigger onSearch with {"value": "WORDS"} first.'
      : `It needs the payload {"index": 0}: 0 to ${shown.length - 1}.`;
  throw new TandemError('invalid_input', `onSelect of "${block.blockId}" does not name a result. ${how}`);
}
