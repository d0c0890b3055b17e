import type { FromFrame, ToFrame } from '../protocol/frame-messages.ts';
import type { Screen } from '../protocol/replica-calls.ts';
import type { ReplicaState } from '../protocol/replica-state.ts';
import { applyState } from './apply-state.ts';
import { CallOutbox } from './call-outbox.ts';
import { createDeeds } from './create-deeds.ts';
import { createFrameWindow } from './frame-window.ts';
import { focusedId, keepFocus } from './keep-focus.ts';
import { Marks } from './marks.ts';
import { replicaOf } from './replica-of.ts';
import { ShownNotices } from './shown-notices.ts';
import { ShownPage } from './shown-page.ts';
import { TypedValues } from './typed-values.ts';
import { UiStore } from './ui-store.ts';

export interface Replica {
  start(): void;
  take(message: ToFrame): Promise<void>;
}

interface Pushed {
  rev: number;
  replica: ReplicaState;
}

/** The real client as a replica of the session: it draws what the session has, and sends what components do. */
export function createReplica(options: {
  send(message: FromFrame): void;
  operators: Record<string, unknown>;
  /** The script with what the app adds to the client, and its styles, if it has them. */
  app: string | null;
  style: string | null;
  /** Where the app's public files are. */
  base: string;
}): Replica {
  const { send, base } = options;
  const ui = new UiStore();
  const typed = new TypedValues();
  const marks = new Marks();
  const outbox = new CallOutbox(send, () => page.visit);
  let latest: Pushed | undefined;
  const frame = createFrameWindow(open);
  const deeds = createDeeds({
    ui,
    outbox,
    typed,
    page: () => page,
    lists: () => latest?.replica.lists ?? {},
  });
  const page = new ShownPage({
    ...options,
    window: frame.window,
    wrap: (type, component) => replicaOf(type, component, deeds),
    go,
    back: () => void outbox.add(() => ({ type: 'back' })),
    onShortcut({ name, blockId }) {
      const block = deeds.blockOf(blockId);
      if (block?.Events.events[name] && !ui.isApplying) void deeds.trigger(block, name, undefined);
    },
  });
  const notices = new ShownNotices(page);

  return { start, take };

  function start(): void {
    document.addEventListener('click', catchLinks);
    document.addEventListener('focusout', () => outbox.flush());
    document.addEventListener('focusin', () => send({ type: 'typing', blockId: focusedId() ?? null }));
    window.addEventListener('resize', () => send({ type: 'screen', screen: screenNow() }));
    send({ type: 'ready', screen: screenNow() });
  }

  async function take(message: ToFrame): Promise<void> {
    switch (message.type) {
      case 'state':
        return show(message);
      case 'done':
        typed.confirm(message.number, message.rev);
        outbox.done(message.number, message.outcomes);
        // Otherwise the revision is on its way, and what is shown until then would be older than what the person did.
        return latest && latest.rev >= message.rev ? applyAgain() : undefined;
      case 'refused':
        typed.refuse(message.number);
        outbox.refuse(message.number, message.error);
        return applyAgain();
      case 'mark':
        return marks.flash(message.blockIds, message.name, message.color);
    }
  }

  async function show({ rev, replica }: Pushed): Promise<void> {
    const isNew = replica.visit !== page.visit;
    frame.standOn(replica.pageId, replica.urlQuery);
    if (isNew) {
      outbox.clear();
      typed.clear();
    }
    const draw = isNew ? await page.open(replica) : undefined;
    latest = { rev, replica };
    apply(latest);
    draw?.();
    notices.show(replica.notices, isNew);
    await nextFrame();
    send({ type: 'shown', rev });
  }

  /** What was typed is confirmed or refused by now, so the session's own values may show. */
  function applyAgain(): void {
    if (latest && latest.replica.visit === page.visit) apply(latest);
  }

  function apply({ rev, replica }: Pushed): void {
    typed.settle(rev);
    const putFocusBack = keepFocus(deeds.blockOf(focusedId() ?? ''));
    ui.isApplying = true;
    try {
      for (const { blockId } of applyState(page, replica, typed)) send({ type: 'conflict', blockId });
    } finally {
      ui.isApplying = false;
    }
    ui.change(replica.ui);
    marks.hide(replica.hidden);
    requestAnimationFrame(() => requestAnimationFrame(putFocusBack));
  }

  function go({ pathname, query }: { pathname: string; query?: string }): void {
    const pageId = pathname.replace(/^\//, '') || page.lowdefy.home.pageId;
    if (!pageId) return;
    const input = page.lowdefy.inputs[`page:${pageId}`];
    void outbox.add(() => ({
      type: 'navigate',
      pageId,
      ...(query ? { query } : {}),
      ...(input === undefined ? {} : { input: JSON.parse(JSON.stringify(input)) }),
    }));
  }

  /** Links lead the session to another page, or out of the app; the frame itself stays where it is. */
  function catchLinks(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || link.hasAttribute('download'))
      return;
    event.preventDefault();
    open(link.getAttribute('href') ?? '');
  }

  function open(url: string): void {
    const { origin } = frame.window.location;
    const target = URL.canParse(url, origin) ? new URL(url, origin) : undefined;
    if (!target || target.href.split('#')[0] === frame.window.location.href) return;
    const { pathname } = target;
    const path = base !== '' && pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
    if (target.origin === origin) go({ pathname: path, query: target.search.slice(1) });
    else send({ type: 'open', url: target.href.slice(0, 2000) });
  }
}

function screenNow(): Screen {
  return { width: Math.max(1, window.innerWidth), height: Math.max(1, window.innerHeight) };
}

/** After what was drawn is on the screen; a page in the background draws nothing. */
function nextFrame(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve();
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
}
