import type { BlockTree } from '../engine/engine-adapter.ts';
import type { EngineBlock } from '../engine/engine-types.ts';
import type { Recorder } from './recorder.ts';
import type { UiState } from './ui-state.ts';

interface Surroundings {
  ui: UiState;
  recorder: Recorder;
}

type Shims = Record<string, (...args: never[]) => unknown>;
type MakeShims = (block: EngineBlock, around: Surroundings) => Shims;

/** In the browser components register these when they mount; an action that calls one that is missing fails. */
const SHIMS: Record<string, MakeShims> = {
  Modal: opening,
  Drawer: opening,
  ConfirmModal: (block, { ui }) => ({
    open: () => {
      fire(block, 'onOpen');
      ui.open[block.blockId] = true;
    },
  }),
  Message: messaging((properties) => properties.content),
  Notification: messaging((properties) =>
    [properties.message, properties.description].filter((text) => text !== undefined).join(': '),
  ),
  ControlledList: listing,
  List: listing,
  PageSiderMenu: (block, { ui }) => ({
    toggleSiderOpen: () => {
      ui.open[block.blockId] = ui.open[block.blockId] !== true;
      fire(block, 'onToggleSider');
    },
    setSiderOpen: ({ open }: { open?: boolean } = {}) => {
      ui.open[block.blockId] = open === true;
      fire(block, 'onToggleSider');
    },
  }),
  Carousel: onScreen(['goTo', 'next', 'prev']),
  QRScanner: onScreen(['start', 'stop']),
};

const GRID = onScreen([
  'exportDataAsCsv',
  'sizeColumnsToFit',
  'setFilterModel',
  'setQuickFilter',
  'autoSize',
]);
const MAP = onScreen(['fitBounds', 'getBounds', 'getCenter', 'getZoom']);

/** Give every block the methods that its component would register, and events without delay; new list items bring new blocks each time. */
export function registerMethods(tree: BlockTree, around: Surroundings): void {
  const { block } = tree;
  // A person's pause between two clicks is not worth waiting for.
  for (const event of Object.values(block.Events.events)) event.debounce = null;
  const make =
    SHIMS[block.type] ??
    (block.type.startsWith('AgGrid') ? GRID : block.type.startsWith('GoogleMaps') ? MAP : undefined);
  if (make && Object.keys(block.methods).length === 0)
    for (const [name, method] of Object.entries(make(block, around))) block.registerMethod(name, method);
  for (const areas of [tree.areas, ...tree.items])
    for (const children of Object.values(areas)) for (const child of children) registerMethods(child, around);
}

/** Open or close a modal or drawer as its component does: events first, then the new state. */
export function setOpen(block: EngineBlock, open: boolean, ui: UiState): void {
  fire(block, open ? 'onOpen' : 'onClose');
  if (block.type === 'Drawer') fire(block, 'onToggle');
  const wasOpen = ui.open[block.blockId] === true;
  ui.open[block.blockId] = open;
  // Follows the fading out, which takes no time here.
  if (block.type === 'Modal' && wasOpen && !open) fire(block, 'afterClose');
}

function opening(block: EngineBlock, { ui }: Surroundings): Shims {
  return {
    toggleOpen: () => setOpen(block, ui.open[block.blockId] !== true, ui),
    // Without an argument the component fails too, and with it the chain that calls it.
    setOpen: ({ open }: { open?: unknown }) => setOpen(block, Boolean(open), ui),
  };
}

function messaging(textOf: (properties: Record<string, unknown>) => unknown): MakeShims {
  return (block, { recorder }) => ({
    open: (args: Record<string, unknown> = {}) => {
      const text = textOf({ ...block.eval?.properties, ...args });
      recorder.message(String(text ?? block.blockId));
    },
  });
}

function listing(block: EngineBlock): Shims {
  return {
    pushItem: () => block.pushItem?.(),
    unshiftItem: () => block.unshiftItem?.(),
    removeItem: (index: number) => block.removeItem?.(index),
    moveItemUp: (index: number) => block.moveItemUp?.(index),
    moveItemDown: (index: number) => block.moveItemDown?.(index),
  };
}

/** Methods that only change what is on a screen. */
function onScreen(names: string[]): MakeShims {
  return (block, { recorder }) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        () =>
          recorder.warn(`${name} of "${block.blockId}" only changes what a browser shows; nothing was done.`),
      ]),
    );
}

function fire(block: EngineBlock, name: string): void {
  // Components do not wait for these events either.
  void block.triggerEvent({ name });
}
