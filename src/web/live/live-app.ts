import { type LiveMessage, readLiveMessages } from '../../protocol/live-messages.ts';
import { OutputScroller } from './bind/output-scroller.ts';
import type { PageContext } from './page-context.ts';
import { CompiledViewdefs } from './view/compiled-viewdefs.ts';
import { Curtain } from './view/curtain.ts';
import { IncrementalLists } from './view/incremental-lists.ts';
import { instantiate } from './view/instantiate.ts';
import { View } from './view/view.ts';
import { LiveConnection, type LiveConnectionState } from './wire/live-connection.ts';
import { Outbox } from './wire/outbox.ts';
import type { VariableChange } from './wire/variable.ts';
import { VariableStore } from './wire/variable-store.ts';

export interface LiveApp {
  page: PageContext;
  connection: LiveConnection<LiveMessage>;
  /** Property `name` of variable 1, each time that it comes. */
  onProperty(name: string, heard: (value: string) => void): void;
  /** Views have come or gone. */
  onViews(heard: () => void): void;
  onState(heard: (state: LiveConnectionState) => void): void;
  onError(heard: (code: string, description: string) => void): void;
}

/** Show the session whose socket is at `path` in `root`, and keep it up to date. */
export function createLiveApp(root: Element, path: string): LiveApp {
  const properties = new Map<string, (value: string) => void>();
  const views = new Set<() => void>();
  const states = new Set<(state: LiveConnectionState) => void>();
  const errors = new Set<(code: string, description: string) => void>();
  const outbox = new Outbox((frame) => connection.send(frame));
  const store = new VariableStore(outbox);
  const scroller = new OutputScroller();
  let lastId = 0;
  const page: PageContext = {
    store,
    viewdefs: new CompiledViewdefs(),
    scroller,
    curtain: new Curtain(
      () => store.isSettled,
      () => scroller.scroll(),
    ),
    incrementalLists: new IncrementalLists(() => store.isSettled),
    views: new Set(),
    values: new WeakMap(),
    replacements: new WeakMap(),
    isMoving: false,
    vendId() {
      lastId++;
      return `ui-${lastId}`;
    },
    instantiate: (...given) => instantiate(page, ...given),
  };
  const tellError = (code: string, description: string) => {
    for (const heard of errors) heard(code, description);
  };
  store.onError = tellError;
  page.viewdefs.onBroken = (key, why) => tellError('bad-view', `View ${key}: ${why}.`);

  const place = document.createElement('div');
  place.setAttribute('ui-view', '');
  root.replaceChildren(place);
  const namespace = root.getAttribute('ui-namespace');
  if (namespace) store.root.asked.namespace = namespace;
  const rootView = new View(page, place, undefined, {});
  store.root.listener = (_variable, { properties: given }: VariableChange) => {
    for (const [name, value] of Object.entries(given ?? {})) properties.get(name)?.(value);
    rootView.look();
  };
  properties.set('viewdefs', (json) => {
    page.viewdefs.add(JSON.parse(json) as Record<string, string | null>);
    for (const heard of views) heard();
    for (const view of [...page.views]) view.look();
  });

  // Heard on its way down, so that it need not bubble.
  document.addEventListener(
    'ui-value-change',
    (event) => {
      const { target, detail } = event as CustomEvent<{ value?: unknown } | null>;
      if (target instanceof Element) page.values.get(target)?.send(detail?.value ?? null);
    },
    true,
  );
  const receive = (messages: LiveMessage[]) =>
    outbox.during(() => {
      for (const message of messages) store.receive(message);
      page.curtain.check();
      page.incrementalLists.check();
      scroller.scroll();
    });
  const connection = new LiveConnection(path, {
    read: readLiveMessages,
    onOpen() {
      outbox.open();
      outbox.during(() => store.restore());
    },
    onMessages: receive,
    onState(state) {
      if (state === 'away') {
        outbox.close();
        store.lost();
      }
      for (const heard of states) heard(state);
    },
  });
  return {
    page,
    connection,
    onProperty: (name, heard) => void properties.set(name, heard),
    onViews: (heard) => void views.add(heard),
    onState: (heard) => void states.add(heard),
    onError: (heard) => void errors.add(heard),
  };
}
