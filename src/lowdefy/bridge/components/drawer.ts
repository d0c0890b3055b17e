import type { EngineBlock, EventResult } from '../../engine/engine-types.ts';
import { setOpenState } from '../ui-state.ts';
import { fire } from './fire-event.ts';
import type { MakeShims, ShimContext } from './make-shims.ts';

type Around = Pick<ShimContext, 'ui' | 'redraw'>;

/** Methods of drawers since 4.5; nobody awaits their results. */
export const drawerMethods: MakeShims = (block, around) => {
  const close = () => void around.track('closing', async () => void (await closeDrawer(block, around)));
  return {
    toggleOpen: () => {
      fire(block, 'onToggle');
      if (around.opened.has(block.blockId)) close();
      else openDrawer(block, around);
    },
    // Without an argument the component also fails, and with it the chain that calls it.
    setOpen: ({ open }: { open?: unknown }) => (open ? openDrawer(block, around) : close()),
  };
};

/** It stays open when the app's own actions fail. */
export async function closeDrawer(block: EngineBlock, { ui, redraw }: Around): Promise<EventResult> {
  const result = await block.triggerEvent({ name: 'onClose' });
  if (result.success === false || result.bounced) return result;
  const wasOpen = ui.open[block.blockId] === true;
  setOpenState(ui, block.blockId, false);
  redraw();
  if (!wasOpen) return result;
  // These follow the slide-out, which takes no time here.
  fire(block, 'afterOpenChange', { drawerOpen: false });
  fire(block, 'afterClose');
  return result;
}

function openDrawer(block: EngineBlock, { ui, redraw }: Around): void {
  fire(block, 'onOpen');
  const wasOpen = ui.open[block.blockId] === true;
  setOpenState(ui, block.blockId, true);
  redraw();
  if (!wasOpen) fire(block, 'afterOpenChange', { drawerOpen: true });
}
