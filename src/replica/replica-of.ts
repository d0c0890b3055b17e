import { AntdModal } from 'lowdefy-client';
import { createElement, type FunctionComponent, useEffect, useRef, useSyncExternalStore } from 'react';
import type { BlockComponent, BlockMethods, BlockProps, ReplicaBlock } from './engine-shape.ts';
import type { UiStore } from './ui-store.ts';

/** What a component does reaches the session through these. */
export interface Deeds {
  ui: UiStore;
  blockOf(blockId: string): ReplicaBlock | undefined;
  /** `isTyped`: it is a text; else that is decided by where the cursor is. */
  setValue(block: ReplicaBlock, value: unknown, isTyped?: boolean): void;
  trigger(block: ReplicaBlock, event: string, payload: unknown): Promise<{ success: boolean }>;
  list(block: ReplicaBlock, method: ListMethod, args: unknown[]): void;
}

const LIST_METHODS = ['pushItem', 'unshiftItem', 'removeItem', 'moveItemUp', 'moveItemDown'] as const;
type ListMethod = (typeof LIST_METHODS)[number];

/** What a person can do in a dialog. The session does what follows, and says when it is closed. */
const DIALOGS: Record<string, readonly string[] | undefined> = {
  Modal: ['onOk', 'onCancel'],
  ConfirmModal: ['onOk', 'onCancel'],
  Drawer: ['onClose'],
};
/** Reported to the session whether or not the app has actions for it: it changes what is shown. */
const SHOWING: Record<string, string | undefined> = {
  Tabs: 'onChange',
  Collapse: 'onChange',
  Alert: 'onClose',
  Tag: 'onClose',
};
/** The session does this itself when the time has passed. */
const MESSAGES = new Set(['Message', 'Notification']);
/** Nobody waits for these. */
const QUIET = new Set(['onBlur', 'onChange', 'onFocus', 'onSearch']);

/** The real component with other methods: what it does is done by the session's engine. */
export function replicaOf(type: string, Component: BlockComponent, deeds: Deeds): BlockComponent {
  const { ui } = deeds;
  const dialog = DIALOGS[type];
  /** Confirmations that stand on the screen although their blocks are hidden. */
  const left = new Set<string>();

  const Replica: FunctionComponent<BlockProps> = (props) => {
    const { blockId, properties } = props;
    useSyncExternalStore(ui.subscribe, ui.version);
    const latest = useRef(props);
    latest.current = props;
    const own = useRef<BlockMethods>({});
    Object.assign(own.current, props.methods, overrides(latest));
    const isOpen = dialog !== undefined && ui.ui.open[blockId] === true;
    const wasOpen = useRef(false);
    useEffect(() => {
      if (isOpen === wasOpen.current) return;
      wasOpen.current = isOpen;
      if (!left.delete(blockId)) quietly(() => turn(deeds.blockOf(blockId), isOpen));
    });
    useEffect(() => () => leave(blockId, wasOpen.current), [blockId]);
    const [activeKey] = (type === 'Tabs' && ui.ui.active[blockId]) || [];
    useEffect(() => {
      if (activeKey !== undefined)
        quietly(() => deeds.blockOf(blockId)?.methods.setActiveKey?.({ activeKey }));
    }, [activeKey, blockId]);
    if (ui.ui.gone[blockId]) return null;
    return createElement(Component, {
      ...props,
      ...withActive(type, blockId, properties, ui),
      events: withLoading(props, ui),
      methods: own.current,
    });
  };
  // The engine and the client read the category there.
  return Object.assign(Replica, { ...(Component.meta && { meta: Component.meta }), displayName: type });

  function overrides(latest: { current: BlockProps }): BlockMethods {
    const made: BlockMethods = {
      triggerEvent: (({ name, event }: { name: string; event?: unknown }) =>
        trigger(latest.current, name, event)) as BlockMethods[string],
    };
    const { methods } = latest.current;
    if (methods.setValue)
      made.setValue = ((value: unknown) => {
        const block = deeds.blockOf(latest.current.blockId);
        if (block && !ui.isApplying) deeds.setValue(block, value);
      }) as BlockMethods[string];
    for (const method of LIST_METHODS)
      if (methods[method])
        made[method] = ((...args: unknown[]) => {
          const block = deeds.blockOf(latest.current.blockId);
          if (block && !ui.isApplying) deeds.list(block, method, args);
        }) as BlockMethods[string];
    return made;
  }

  async function trigger({ blockId, events }: BlockProps, name: string, payload: unknown): Promise<object> {
    const nothing = { blockId, eventName: name, success: true, bounced: false, responses: {} };
    const block = deeds.blockOf(blockId);
    const isShowing = SHOWING[type] === name;
    if (!block || ui.isApplying || (MESSAGES.has(type) && name === 'onClose')) return nothing;
    if (dialog) {
      if (!dialog.includes(name) || !ui.ui.open[blockId]) return nothing;
    } else if (!isShowing && !events?.[name]) return nothing;
    if (isShowing) showAtOnce(blockId, payload);
    const work = deeds.trigger(block, name, payload);
    const { success } = await (QUIET.has(name) ? work : ui.during(blockId, name, work));
    // A dialog that counts as bounced stays until the session has closed it.
    return { ...nothing, success, bounced: dialog !== undefined && type !== 'ConfirmModal' };
  }

  /** What components report meanwhile is not the person's doing. */
  function quietly(work: () => void): void {
    ui.isApplying = true;
    try {
      work();
    } finally {
      ui.isApplying = false;
    }
  }

  function showAtOnce(blockId: string, payload: unknown): void {
    const { activeKey } = (payload ?? {}) as { activeKey?: unknown };
    // An accordion names no panel when its last one is folded.
    if (activeKey === undefined && type !== 'Collapse') return;
    const active = [activeKey ?? []].flat().map(String);
    ui.change({ ...ui.ui, active: { ...ui.ui.active, [blockId]: active } });
  }

  /** A confirmation is drawn apart from the page: it outlives its block, and may open while the block disappears. */
  function leave(blockId: string, wasOpen: boolean): void {
    if (type !== 'ConfirmModal' || !ui.ui.open[blockId]) return;
    if (!wasOpen) quietly(() => turn(deeds.blockOf(blockId), true));
    left.add(blockId);
    const stop = ui.subscribe(() => {
      if (ui.ui.open[blockId]) return;
      stop();
      if (left.delete(blockId)) turn(undefined, false);
    });
  }

  function turn(block: ReplicaBlock | undefined, isOpen: boolean): void {
    if (type !== 'ConfirmModal') block?.methods.setOpen?.({ open: isOpen });
    else if (isOpen) block?.methods.open?.();
    // A confirmation cannot be closed from outside in any other way.
    else AntdModal.destroyAll();
  }
}

/** The tab or the panels that are open in the session, unless the app fixes them. */
function withActive(
  type: string,
  blockId: string,
  properties: Record<string, unknown>,
  { ui }: UiStore,
): Partial<BlockProps> {
  const active = ui.active[blockId];
  if ((type !== 'Tabs' && type !== 'Collapse') || !active || properties.activeKey) return {};
  // Also of an accordion, where none may be open.
  return { properties: { ...properties, activeKey: type === 'Tabs' ? active[0] : active } };
}

function withLoading({ blockId, events }: BlockProps, ui: UiStore): BlockProps['events'] {
  if (!events) return events;
  const running = Object.keys(events).filter((name) => ui.isRunning(blockId, name));
  if (running.length === 0) return events;
  return {
    ...events,
    ...Object.fromEntries(running.map((name) => [name, { ...events[name], loading: true }])),
  };
}
