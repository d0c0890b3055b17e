import { flushSync } from 'react-dom';
import type { FromFrame, ReplicaOutcome, ToFrame } from '../protocol/frame-messages.ts';
import type { Screen } from '../protocol/replica-calls.ts';
import type { ReplicaState } from '../protocol/replica-state.ts';
import { applyState } from './apply-state.ts';
import { CallOutbox } from './call-outbox.ts';
import { createDeeds } from './create-deeds.ts';
import { createLinks } from './create-links.ts';
import { fieldLabel } from './field.ts';
import { focusedId, keepFocus } from './keep-focus.ts';
import { type Address, isSameAddress } from './kept-texts.ts';
import { Marks } from './marks.ts';
import { replicaOf } from './replica-of.ts';
import { ShownNotices } from './shown-notices.ts';
import { ShownPage } from './shown-page.ts';
import { TypedValues } from './typed-values.ts';
import { UiStore } from './ui-store.ts';
import { UnsavedTexts } from './unsaved-texts.ts';

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
  const texts = new UnsavedTexts({
    send,
    page: () => page,
    deeds: () => deeds,
    latest: () => latest?.replica,
  });
  const marks = new Marks();
  const outbox = new CallOutbox(send, () => held?.pushed.replica.visit ?? page.visit);
  let latest: Pushed | undefined;
  /** The page that the session went to while the person was typing on this one. */
  let held: { pushed: Pushed; isTold: boolean; focused: HTMLElement | undefined } | undefined;
  /** The person's own calls lead to another page, which is on its way. */
  let isMoving = false;
  /** The person goes back to this page for what they typed there. */
  let returning: Address | undefined;
  const links = createLinks({ base, go, leave: (url) => send({ type: 'open', url }) });
  const frame = links.frame;
  const deeds = createDeeds({
    ui,
    outbox,
    typed,
    texts: texts.entered,
    page: () => page,
    lists: () => latest?.replica.lists ?? {},
    isHeld: () => held !== undefined,
    onHeld: () => send({ type: 'notHere' }),
    onSettled: (...settled) => texts.settle(...settled),
  });
  const page = new ShownPage({
    ...options,
    window: frame.window,
    wrap: (type, component) => replicaOf(type, component, deeds),
    go,
    back: () => (held ? send({ type: 'notHere' }) : void outbox.add({ type: 'back' })),
    onShortcut({ name, blockId }) {
      const block = deeds.blockOf(blockId);
      if (block?.Events.events[name] && !ui.isApplying) void deeds.trigger(block, name, undefined);
    },
  });
  const notices = new ShownNotices(page);

  return { start, take };

  function start(): void {
    document.addEventListener('click', links.onClick);
    document.addEventListener('focusout', () => outbox.flush());
    window.addEventListener('resize', () => send({ type: 'screen', screen: screenNow() }));
    send({ type: 'ready', screen: screenNow() });
  }

  async function take(message: ToFrame): Promise<void> {
    switch (message.type) {
      case 'state':
        return isInterrupting(message) ? hold(message) : show(message);
      case 'done':
        typed.confirm(message.number, message.rev);
        outbox.done(message.number, message.outcomes);
        return afterCalls(message.rev, message.outcomes);
      case 'refused':
        if (message.why === undefined) typed.refuse(message.number);
        outbox.refuse(message.number, message);
        return afterCalls(0, []);
      case 'mark':
        return held ? undefined : marks.flash(message.blockIds, message.name, message.color);
      case 'follow':
        return held && show(held.pushed);
      case 'stay':
        return held?.focused?.focus();
      case 'bringBack':
        return latest && visit(latest.replica);
      case 'putBack':
        return texts.putBack();
      case 'goBack':
        returning = texts.elsewhere();
        return returning && visit(returning);
      case 'discard':
        return texts.discard();
    }
  }

  /** Somebody else took the session to another page, and the person here is typing. */
  function isInterrupting({ replica }: Pushed): boolean {
    if (!latest || page.visit === replica.visit || isHere(replica)) return false;
    return held !== undefined || (!isMoving && isTyping());
  }

  function isTyping(): boolean {
    return texts.entered.isTyping(deeds.blockOf(focusedId() ?? ''));
  }

  function isHere(replica: ReplicaState): boolean {
    return latest !== undefined && isSameAddress(latest.replica, replica);
  }

  /** The page of the moment stays on the screen. What the person types there is kept until the session is back on it. */
  function hold(pushed: Pushed): void {
    // The configuration of a page is sent once.
    page.know(pushed.replica);
    const { activeElement } = document;
    const focused = activeElement instanceof HTMLElement ? activeElement : undefined;
    held = { pushed, isTold: false, focused: held?.focused ?? focused };
    outbox.clear();
    // Calls under way may be what led there.
    if (!outbox.isSending) tellAway();
  }

  async function afterCalls(rev: number, outcomes: readonly ReplicaOutcome[]): Promise<void> {
    const isOwn = outcomes.some(({ moved }) => moved);
    if (held) {
      if (held.isTold) return;
      return isOwn ? show(held.pushed) : tellAway();
    }
    // Otherwise the revision is on its way, and what is shown until then would be older than what the person did.
    if (!latest || latest.rev < rev) isMoving ||= isOwn;
    else if (latest.replica.visit === page.visit) apply(latest);
  }

  async function show(pushed: Pushed): Promise<void> {
    const { rev, replica } = pushed;
    const isNew = replica.visit !== page.visit;
    const stays = isNew && isHere(replica) && isTyping() && page.stay(replica);
    const draw = isNew && !stays ? await page.open(replica) : undefined;
    // From here until it is drawn, nothing waits: the person cannot type in between.
    if (held) send({ type: 'away', away: null });
    held = undefined;
    isMoving = isNew ? false : isMoving;
    frame.standOn(replica.pageId, replica.urlQuery);
    const isBack = isNew && (isHere(replica) || (returning && isSameAddress(returning, replica)));
    const again = stays ? texts.entered.take() : [];
    if (isNew) {
      if (latest) texts.leave(latest.replica);
      outbox.clear();
      typed.clear();
      returning = undefined;
    }
    // What stands there does not change under the cursor.
    for (const { block, value } of again) typed.enter(block, value, { before: value, number: outbox.next });
    latest = pushed;
    apply(pushed);
    if (stays) typed.clear();
    texts.enterAgain(again);
    if (isBack) texts.putBack();
    draw?.();
    texts.retry();
    texts.tell();
    notices.show(replica.notices, isNew);
    await nextFrame();
    send({ type: 'shown', rev });
  }

  function apply({ rev, replica }: Pushed): void {
    typed.settle(rev);
    const focused = deeds.blockOf(focusedId() ?? '');
    const putFocusBack = keepFocus();
    ui.isApplying = true;
    try {
      // Drawn at once, so that no key is pressed in a field that has moved away under the cursor.
      const changed = flushSync(() => applyState(page, replica, typed));
      for (const { blockId } of changed) send({ type: 'conflict', label: fieldLabel(blockId) });
    } finally {
      ui.isApplying = false;
    }
    texts.compare();
    ui.change(replica.ui);
    marks.hide(replica.hidden);
    afterDrawing(() => putFocusBack(focused?.blockId));
  }

  function tellAway(): void {
    if (!held || !latest) return;
    held.isTold = true;
    const [here, there] = [latest.replica.title, held.pushed.replica.title];
    send({ type: 'away', away: { here: here.slice(0, 300), there: there.slice(0, 300) } });
  }

  /** The session goes to a page of the app. */
  function visit({ pageId, urlQuery }: Pick<Address, 'pageId' | 'urlQuery'>): void {
    const input = page.lowdefy.inputs[`page:${pageId}`];
    void outbox.add({
      type: 'navigate',
      pageId,
      ...(urlQuery ? { query: urlQuery } : {}),
      ...(input === undefined ? {} : { input: JSON.parse(JSON.stringify(input)) }),
    });
  }

  function go({ pathname, query = '' }: { pathname: string; query?: string }): void {
    const pageId = pathname.replace(/^\//, '') || page.lowdefy.home.pageId;
    if (!pageId) return;
    // A link on a page that the session has left: the person leaves it, too.
    const left = held ? show(held.pushed) : Promise.resolve();
    void left.then(() => visit({ pageId, urlQuery: query }));
  }
}

/** At once, and when components have drawn themselves. */
function afterDrawing(work: () => void): void {
  work();
  requestAnimationFrame(() => requestAnimationFrame(work));
}

function screenNow(): Screen {
  return { width: Math.max(1, window.innerWidth), height: Math.max(1, window.innerHeight) };
}

/** After what was drawn is on the screen; a page in the background draws nothing. */
function nextFrame(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve();
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
}
