import { TandemError } from '../../../errors.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { isSince5, isSince45 } from '../block-generation.ts';
import { setOpenState, type UiState } from '../ui-state.ts';
import { fire } from './fire-event.ts';
import {
  type ComponentSteps,
  configuredEvents,
  type GestureStep,
  type GestureSurroundings,
  propertiesOf,
} from './gesture-step.ts';
import { keepSider, keptSider } from './kept-siders.ts';
import type { MakeShims, ShimContext, Shims } from './make-shims.ts';
import { chooseLink, type MenuLink } from './menu-links.ts';

/** Areas that pages show only in a narrow window; ours is wide. */
const NARROW = new Set(['mobileExtra', 'mobileDrawerContent', 'mobileDrawerFooter']);
const TOGGLE_DARK_MODE = '__toggleDarkMode';

/** Whether its sider is collapsed: as a person or the app left it, otherwise as configured. */
export function isFolded(block: EngineBlock, { folded }: UiState): boolean {
  const properties = propertiesOf(block);
  const { initialCollapsed } = { ...properties, ...(properties.sider as object | undefined) };
  return folded[block.blockId] ?? keptSider(block) ?? Boolean(initialCollapsed);
}

/** Its component opens and closes it and fires the event itself; the app is notified before it is done. */
export async function fold(block: EngineBlock, folded: boolean, ui: UiState): Promise<void> {
  await block.triggerEvent({ name: folded ? 'onClose' : 'onOpen' });
  ui.folded[block.blockId] = folded;
  keepSider(block, folded);
}

export const pageHeaderMethods: MakeShims = (block, around) => ({
  ...darkMode(block),
  ...mobileMenu(block, around, 'MobileMenuOpen'),
});

/** A standalone header has the method only together with its button. */
export const headerMethods: MakeShims = (block) =>
  propertiesOf(block).darkModeToggle ? darkMode(block) : {};

export const mobileMenuMethods: MakeShims = (block, around) => mobileMenu(block, around, 'Open');

export const pageSiderMethods: MakeShims = (block, around) => {
  const { ui } = around;
  const turn = () => void fold(block, !isFolded(block, ui), ui);
  const mobile = mobileMenu(block, around, 'MobileMenuOpen');
  // Before 5, either method toggles it, whatever is requested.
  if (!isSince5(block)) return { ...mobile, toggleSiderOpen: turn, setSiderOpen: turn };
  return {
    ...mobile,
    ...darkMode(block),
    toggleSiderOpen: turn,
    setSiderOpen: ({ open }: { open?: unknown }) => void fold(block, !open, ui),
  };
};

export const pageSidebarMethods: MakeShims = (block, { ui, redraw, ...around }) => ({
  ...mobileMenu(block, { ...around, ui, redraw }, 'MobileMenuOpen'),
  ...darkMode(block),
  toggleSiderOpen: () => turnSidebar(block, !isFolded(block, ui), ui, redraw),
  setSiderOpen: ({ open }: { open?: unknown }) => turnSidebar(block, !open, ui, redraw),
});

/** The event is that of toggling, whatever is requested. */
function turnSidebar(block: EngineBlock, folded: boolean, ui: UiState, redraw: () => void): void {
  fire(block, isFolded(block, ui) ? 'onOpen' : 'onClose');
  ui.folded[block.blockId] = folded;
  keepSider(block, folded);
  redraw();
}

/** The menu of narrow windows is a drawer, and exists in wide ones, too. */
function mobileMenu(block: EngineBlock, { ui, redraw, opened }: ShimContext, name: string): Shims {
  const turn = (open: boolean) => {
    fire(block, open ? 'onOpen' : 'onClose');
    if (!isSince45(block)) fire(block, 'onToggleDrawer');
    setOpenState(ui, block.blockId, open);
    redraw();
  };
  return {
    [`toggle${name}`]: () => turn(!opened.has(block.blockId)),
    [`set${name}`]: ({ open }: { open?: unknown }) => turn(Boolean(open)),
  };
}

/** Since 5, pages have a method for the theme, which runs an action of the page. */
function darkMode(block: EngineBlock): Shims {
  if (!isSince5(block)) return {};
  block.registerEvent?.({
    name: TOGGLE_DARK_MODE,
    actions: [{ id: '__set_dark_mode', type: 'SetDarkMode' }],
  });
  return { toggleDarkMode: () => fire(block, TOGGLE_DARK_MODE) };
}

/** Pages with menus also have a user profile, and a button that collapses the sider. */
export const pageLayout: ComponentSteps = {
  eventsOf: ({ block }) => [
    ...new Set([
      ...configuredEvents(block),
      ...(block.type === 'PageSidebarLayout' && hasToggleButton(block) ? ['onToggleSider'] : []),
      ...(profileLinks(block).length > 0 ? ['onProfileMenuClick'] : []),
    ]),
  ],
  toSteps: ({ block }, name, payload, around) =>
    toPageSteps(block, name, payload, around) ??
    (configuredEvents(block).includes(name)
      ? [{ run: () => block.triggerEvent({ name, event: payload }), click: clickOf(name) }]
      : undefined),
};

function clickOf(name: string): GestureStep['click'] {
  return name === 'onClick' ? 'last' : undefined;
}

function toPageSteps(
  block: EngineBlock,
  name: string,
  payload: unknown,
  { ui, follow }: GestureSurroundings,
): GestureStep[] | undefined {
  if (name === 'onToggleSider' && block.type === 'PageSidebarLayout') {
    if (!hasToggleButton(block))
      throw new TandemError('forbidden', `"${block.blockId}" has no button for its sider.`);
    const run = () => {
      turnSidebar(block, !isFolded(block, ui), ui, () => {});
      return block.triggerEvent({ name });
    };
    return [{ run, click: 'last' }];
  }
  const links = profileLinks(block);
  if (name !== 'onProfileMenuClick' || links.length === 0) return undefined;
  const { link, event } = chooseLink(block.blockId, links, payload, name);
  return [
    { run: () => block.triggerEvent({ name: 'onProfileMenuOpen', event: { open: true } }), click: 'last' },
    {
      run: () => {
        follow(link);
        const result = block.triggerEvent({ name, event });
        fire(block, 'onProfileMenuOpen', { open: false });
        return result;
      },
      click: 'last',
    },
  ];
}

/** Whether an area of a page is visible; areas for narrow windows are not. */
export function isPageAreaDrawn(block: EngineBlock, area: string, ui: UiState): boolean {
  if (block.type !== 'PageSidebarLayout') return true;
  if (area === 'siderOpen') return !isFolded(block, ui);
  if (area === 'siderClosed') return isFolded(block, ui);
  return !area.startsWith('mobileDrawer') || ui.open[block.blockId] === true;
}

export function isPageAreaSeen(block: EngineBlock, area: string, ui: UiState): boolean {
  if (block.type !== 'PageSidebarLayout') return true;
  return isPageAreaDrawn(block, area, ui) && !NARROW.has(area);
}

function hasToggleButton(block: EngineBlock): boolean {
  return !(propertiesOf(block).sider as Record<string, unknown> | undefined)?.hideToggleButton;
}

function profileLinks(block: EngineBlock): MenuLink[] {
  if (!isSince5(block) && block.type !== 'PageSidebarLayout') return [];
  const { links } = (propertiesOf(block).profile ?? {}) as { links?: unknown };
  return Array.isArray(links) ? links : [];
}
