import { TandemError } from '../../../errors.ts';
import type { McpBlockSettings } from '../../app/app.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { isOpening, type UiState } from '../ui-state.ts';
import type { MethodCaller } from './method-callers.ts';

const LIST = ['pushItem', 'unshiftItem', 'removeItem', 'moveItemUp', 'moveItemDown'];

/**
 * Methods without a control in the component: a person reaches them only through events of the app, if at all. Other
 * components have buttons, arrows or crosses for theirs.
 */
const NO_CONTROL: Record<string, readonly string[]> = {
  ConfirmModal: ['open'],
  Drawer: ['toggleOpen', 'setOpen'],
  List: LIST,
  MasonryList: LIST,
  Message: ['open'],
  Modal: ['toggleOpen', 'setOpen'],
  Notification: ['open'],
  PageHeaderMenu: ['toggleDarkMode'],
  PageSidebarLayout: ['toggleDarkMode'],
  PageSiderMenu: ['toggleDarkMode'],
  S3UploadDragger: ['uploadFromPaste'],
  Sider: ['toggleOpen', 'setOpen'],
  // These can be clicked one by one, except those that are disabled.
  Steps: ['setCurrent'],
  Tabs: ['setActiveKey'],
  TimelineList: LIST,
};

interface Around {
  ui: UiState;
  settings: McpBlockSettings | undefined;
  callers: readonly MethodCaller[];
}

/** The methods of a block that a person could call now, or that the app's author allows for agents. */
export function offeredMethods(block: EngineBlock, around: Around): string[] {
  return Object.keys(block.methods).filter((method) => whyNotOffered(block, method, around) === undefined);
}

export function checkOffered(block: EngineBlock, method: string, around: Around): void {
  const why = whyNotOffered(block, method, around);
  if (why !== undefined) throw new TandemError('forbidden', why);
}

function whyNotOffered(
  block: EngineBlock,
  method: string,
  { ui, settings, callers }: Around,
): string | undefined {
  const { blockId, type } = block;
  if (!NO_CONTROL[type]?.includes(method)) return undefined;
  if (method === 'toggleDarkMode' && block.eval?.properties?.darkModeToggle) return undefined;
  const isDialog = isOpening(type);
  // What is open can be closed with its cross or its buttons.
  if (isDialog && ui.open[blockId] === true) return undefined;
  if (settings?.methods?.some((name) => name === method || (isDialog && name === 'open'))) return undefined;
  const opener = openerOf(blockId, callers, method);
  if (!isDialog && opener) return undefined;
  const what = isDialog ? `"${blockId}" is opened` : `${method} of "${blockId}" is called`;
  const how = opener
    ? `Use ${opener.event} of "${opener.blockId}", which does that.`
    : `Nothing on the page does that now. (The app's author can allow it: mcp.methods: [${isDialog ? 'open' : method}] of the block.)`;
  return `${what} only by the app's own events. ${how}`;
}

/** The event that opens a dialog or calls this method; where there are several, the first on the page. */
export function openerOf(
  blockId: string,
  callers: readonly MethodCaller[],
  method?: string,
): MethodCaller | undefined {
  const own = callers.filter((caller) => caller.target === blockId);
  return (
    own.find((caller) => caller.method === method) ?? (method && LIST.includes(method) ? undefined : own[0])
  );
}
