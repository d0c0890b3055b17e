import type { EngineBlock } from '../engine/engine-types.ts';
import type { Recorder } from './recorder.ts';
import { setAsked, setOpenState, type UiState } from './ui-state.ts';

export interface Surroundings {
  ui: UiState;
  /** What was open when the page was last drawn. */
  opened: ReadonlySet<string>;
  recorder: Recorder;
  /** Something came on the screen that the engine knows nothing of. */
  redraw(): void;
}

type Shims = Record<string, (...args: never[]) => unknown>;
type MakeShims = (block: EngineBlock, around: Surroundings) => Shims;

/** In the browser components register these when they mount; an action that calls one that is missing fails. */
const SHIMS: Record<string, MakeShims> = {
  Modal: opening,
  Drawer: opening,
  ConfirmModal: (block, { ui, redraw }) => ({
    open: () => {
      fire(block, 'onOpen');
      setAsked(ui, block.blockId, true);
      redraw();
    },
  }),
  Message: messaging((properties) => properties.content),
  Notification: messaging((properties) =>
    [properties.message, properties.description].filter((text) => text !== undefined).join(': '),
  ),
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

/** What every component is given, and apps can call too; agents have actions of their own for it. */
const GIVEN = ['setValue', 'triggerEvent', 'registerEvent', 'registerMethod'] as const;

/** Give a block the methods that it has as soon as it is drawn. */
export function giveMethods(block: EngineBlock): void {
  if (Object.hasOwn(block.methods, 'triggerEvent')) return;
  if (block.meta.category === 'list')
    for (const [name, method] of Object.entries(listing(block))) block.registerMethod(name, method);
  for (const name of GIVEN) {
    const value = (block as unknown as Record<string, unknown>)[name];
    if (value !== undefined) Object.defineProperty(block.methods, name, { value, configurable: true });
  }
}

/** Give a block the methods that its component registers when it mounts. */
export function registerMethods(block: EngineBlock, around: Surroundings): void {
  const make =
    SHIMS[block.type] ??
    (block.type.startsWith('AgGrid') ? GRID : block.type.startsWith('GoogleMaps') ? MAP : undefined);
  if (make && Object.keys(block.methods).length === 0)
    for (const [name, method] of Object.entries(make(block, around))) block.registerMethod(name, method);
}

/** Open or close a modal or drawer as its component does: events first, then the new state. */
export function setOpen(
  block: EngineBlock,
  open: boolean,
  { ui, redraw }: Pick<Surroundings, 'ui' | 'redraw'>,
): void {
  fire(block, open ? 'onOpen' : 'onClose');
  if (block.type === 'Drawer') fire(block, 'onToggle');
  const wasOpen = ui.open[block.blockId] === true;
  setOpenState(ui, block.blockId, open);
  redraw();
  // Follows the fading out, which takes no time here.
  if (block.type === 'Modal' && wasOpen && !open) fire(block, 'afterClose');
}

function opening(block: EngineBlock, around: Surroundings): Shims {
  return {
    // By what was drawn: two of them in one breath open it, and do not close it again.
    toggleOpen: () => setOpen(block, !around.opened.has(block.blockId), around),
    // Without an argument the component fails too, and with it the chain that calls it.
    setOpen: ({ open }: { open?: unknown }) => setOpen(block, Boolean(open), around),
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
  // Components do not wait for these events either; one that fails beyond what the engine catches fails alone.
  block.triggerEvent({ name }).catch(() => {});
}
