import type { EngineBlock } from '../../engine/engine-types.ts';
import { isSince5, isSince45 } from '../block-generation.ts';
import { afterDrawing } from '../in-flight.ts';
import { activeOf, setAsked, setOpenState } from '../ui-state.ts';
import { turning } from './carousel.ts';
import { drawerMethods } from './drawer.ts';
import { fire } from './fire-event.ts';
import type { MakeShims, ShimContext, Shims } from './make-shims.ts';
import {
  fold,
  headerMethods,
  isFolded,
  mobileMenuMethods,
  pageHeaderMethods,
  pageSidebarMethods,
  pageSiderMethods,
} from './page-layout.ts';
import { richTextMethods } from './rich-text.ts';
import { searchMethods } from './search-block.ts';
import { stepBarMethods } from './step-bar.ts';

/** In the browser, components register these when they mount; an action that calls a missing one fails. */
const SHIMS: Record<string, MakeShims> = {
  Modal: opening,
  Drawer: (block, around) => (isSince45(block) ? drawerMethods : opening)(block, around),
  ConfirmModal: (block, { ui, redraw }) => ({
    open: () => {
      fire(block, 'onOpen');
      setAsked(ui, block.blockId, true);
      redraw();
    },
  }),
  // A chain that opens a message continues when the message is gone.
  Message: messaging(
    ({ content }) => content,
    (closed) => closed,
  ),
  Notification: messaging(
    // Since 5, its message is called title.
    ({ title, message, description }, block) =>
      [(isSince5(block) ? title : message) || block.blockId, description].filter(Boolean).join(': '),
    () => {},
  ),
  Sider: (block, { ui }) => ({
    toggleOpen: () => fold(block, !isFolded(block, ui), ui),
    setOpen: ({ open }: { open?: unknown }) => fold(block, !open, ui),
  }),
  Header: headerMethods,
  MobileMenu: mobileMenuMethods,
  PageHeaderMenu: pageHeaderMethods,
  PageSidebarLayout: pageSidebarMethods,
  PageSiderMenu: pageSiderMethods,
  Carousel: turning,
  Search: searchMethods,
  Tabs: choosingTabs,
  Steps: stepBarMethods,
  QRScanner: onScreen(['start', 'stop']),
  S3UploadDragger: pasting,
  TiptapInput: richTextMethods,
  TiptapMentionInput: richTextMethods,
};

const GRID = onScreen([
  'exportDataAsCsv',
  'sizeColumnsToFit',
  'setFilterModel',
  'setQuickFilter',
  'autoSize',
]);
const MAP = onScreen(['fitBounds', 'getBounds', 'getCenter', 'getZoom']);

/** What every component has, and apps can call too; agents have their own actions for it. */
const GIVEN = ['setValue', 'triggerEvent', 'registerEvent', 'registerMethod'] as const;

export function hasMethods({ methods }: EngineBlock): boolean {
  return Object.hasOwn(methods, 'triggerEvent');
}

/** Gives a block the methods that it has as soon as it is drawn. */
export function giveMethods(block: EngineBlock): void {
  if (hasMethods(block)) return;
  if (block.meta.category === 'list')
    for (const [name, method] of Object.entries(listing(block))) block.registerMethod(name, method);
  for (const name of GIVEN) {
    const value = (block as unknown as Record<string, unknown>)[name];
    if (value !== undefined) Object.defineProperty(block.methods, name, { value, configurable: true });
  }
}

/** Gives a block the methods that its component registers when it mounts. */
export function registerMethods(block: EngineBlock, around: ShimContext): void {
  const make =
    SHIMS[block.type] ??
    (block.type.startsWith('AgGrid') ? GRID : block.type.startsWith('GoogleMaps') ? MAP : undefined);
  if (make && Object.keys(block.methods).length === 0)
    for (const [name, method] of Object.entries(make(block, around))) block.registerMethod(name, method);
}

/** Opens or closes a modal or drawer as its component does: events first, then the new state. */
export function setOpen(
  block: EngineBlock,
  open: boolean,
  { ui, redraw }: Pick<ShimContext, 'ui' | 'redraw'>,
): void {
  fire(block, open ? 'onOpen' : 'onClose');
  if (block.type === 'Drawer') fire(block, 'onToggle');
  const wasOpen = ui.open[block.blockId] === true;
  setOpenState(ui, block.blockId, open);
  redraw();
  // Follows the fade-out, which takes no time here.
  if (block.type === 'Modal' && wasOpen && !open) fire(block, 'afterClose');
}

function opening(block: EngineBlock, around: ShimContext): Shims {
  return {
    // Based on what was drawn: two calls in a row open it, and do not close it again.
    toggleOpen: () => setOpen(block, !around.opened.has(block.blockId), around),
    // Without an argument the component also fails, and with it the chain that calls it.
    setOpen: ({ open }: { open?: unknown }) => setOpen(block, Boolean(open), around),
  };
}

/** Since 4.5 the app can choose a tab; only a different one counts as a change. */
function choosingTabs(block: EngineBlock, { ui, redraw }: ShimContext): Shims {
  const setActiveKey = ({ activeKey }: { activeKey?: unknown }) => {
    const { slots, areas } = block.eval ?? {};
    const keys = Object.keys(slots ?? areas ?? {}).map((key) => [key, []]);
    const tree = { block, areas: Object.fromEntries(keys), items: [] };
    if (activeOf(tree, ui)[0] === String(activeKey)) return;
    ui.active[block.blockId] = [String(activeKey)];
    fire(block, 'onChange', { activeKey });
    redraw();
  };
  return isSince45(block) ? { setActiveKey } : {};
}

/** Since 4.1 the app can upload what is on the clipboard; here there is none. */
function pasting(block: EngineBlock, { recorder }: ShimContext): Shims {
  const why = `uploadFromPaste of "${block.blockId}" did nothing: there is no clipboard. Set its value to a file.`;
  return { uploadFromPaste: () => recorder.warn(why) };
}

function messaging(
  textOf: (properties: Record<string, unknown>, block: EngineBlock) => unknown,
  answer: (closed: Promise<void>) => unknown,
): MakeShims {
  return (block, { recorder, track }) => ({
    open: (args: Record<string, unknown> = {}) => {
      const properties: Record<string, unknown> = { ...block.eval?.properties, ...args };
      recorder.message(String(textOf(properties, block) ?? block.blockId));
      recorder.notice({ ...args }, block.blockId);
      // Without a duration it stays until somebody closes it.
      if (properties.duration === 0) return undefined;
      const closed = track('closing', async () => {
        await afterDrawing();
        fire(block, 'onClose');
      });
      return answer(closed);
    },
  });
}

function listing(block: EngineBlock): Shims {
  return {
    // An initial value is accepted since 5.
    pushItem: (value?: unknown) => block.pushItem?.(value),
    unshiftItem: (value?: unknown) => block.unshiftItem?.(value),
    removeItem: (index: number) => block.removeItem?.(index),
    moveItemUp: (index: number) => block.moveItemUp?.(index),
    moveItemDown: (index: number) => block.moveItemDown?.(index),
  };
}

/** Methods that only affect what is on a screen. */
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
