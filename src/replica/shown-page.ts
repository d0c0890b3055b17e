import { Client, getContext, initLowdefyContext, serializer } from 'lowdefy-client';
import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { ReplicaState } from '../protocol/replica-state.ts';
import type { BlockComponent, ReplicaContext, ReplicaLowdefy } from './engine-shape.ts';
import { type AppTypes, loadAppTypes, loadBlocks, loadIcons, loadStyle } from './load-types.ts';
import { ThemedFrame } from './themed-frame.ts';

export interface Surroundings {
  operators: Record<string, unknown>;
  app: string | null;
  style: string | null;
  /** Where the app's public files are. */
  base: string;
  window: Window;
  wrap(type: string, component: BlockComponent): BlockComponent;
  /** A link inside the app. */
  go(target: { pathname: string; query?: string }): void;
  back(): void;
  /** The client triggered this event itself, because its keys were pressed. */
  onShortcut(event: { name: string; blockId: string }): void;
}

/** The real client on the page of the moment. */
export class ShownPage {
  readonly lowdefy = {} as ReplicaLowdefy;
  visit = -1;
  context: ReplicaContext | undefined;
  readonly #around: Surroundings;
  readonly #types: Record<
    'actions' | 'blockMetas' | 'blocks' | 'icons' | 'operators',
    Record<string, unknown>
  >;
  #own: Promise<AppTypes> | undefined;
  #root: Root | undefined;
  /** The configuration that is drawn. */
  #shown = '';
  #sent: { visit: number; page: NonNullable<ReplicaState['page']> } | undefined;

  constructor(around: Surroundings) {
    this.#around = around;
    // For people who develop apps, and for tests.
    Object.assign(globalThis, { [Symbol.for('tandem.replica')]: this.lowdefy });
    // The client keeps these objects, so what is loaded later is added to them.
    this.#types = { actions: {}, blockMetas: {}, blocks: {}, icons: {}, operators: { ...around.operators } };
  }

  /** Remembers the configuration of a page, which is sent once per visit: what failed the first time may work the next. */
  know({ visit, page }: ReplicaState): void {
    if (page) this.#sent = { visit, page };
  }

  /** Takes another visit of the same page for this one, so that nothing is drawn again. False if the app has changed since. */
  stay(replica: ReplicaState): boolean {
    this.know(replica);
    const isSame = JSON.stringify(this.#configOf(replica)) === this.#shown;
    if (isSame) this.visit = replica.visit;
    return isSame;
  }

  /** Makes the engine's page, without running anything of it. Returns how to draw it. */
  async open(replica: ReplicaState): Promise<() => void> {
    const { visit, input, global } = replica;
    this.know(replica);
    const page = this.#configOf(replica);
    if (!page) throw new Error(`The configuration of page ${replica.pageId} is missing.`);
    const { pageConfig, rootConfig, user } = page;
    const { base, wrap, window, go, back } = this.#around;
    const own = await this.#load();
    const blocks = { ...(await loadBlocks(pageConfig)), ...own.blocks };
    for (const [type, component] of Object.entries(blocks)) {
      // Plugins that were made for an earlier generation.
      if (component.meta) this.#types.blockMetas[type] ??= component.meta;
      this.#types.blocks[type] ??= this.#types.blockMetas[type] ? wrap(type, component) : component;
    }
    Object.assign(this.#types.icons, await loadIcons(pageConfig, rootConfig), own.icons);
    const props = {
      auth: {
        session: user ? { user } : undefined,
        authConfig: { configured: user !== null, providers: [] },
      },
      Components: { Head: () => null, Link: createLink(go) },
      config: { rootConfig, pageConfig },
      jsMap: own.jsMap,
      lowdefy: this.lowdefy,
      router: { basePath: base, pathname: '/[pageId]', push: go, back },
      stage: 'prod',
      types: this.#types,
      window,
    };
    const config = serializer.deserialize(props.config) as { pageConfig: { id: string } };
    initLowdefyContext({ ...props, config });
    this.lowdefy._internal.callRequest = () => Promise.reject(new Error('Requests are made by the session.'));
    this.lowdefy._internal.updaters = {};
    this.lowdefy.eventCallback = this.#around.onShortcut;
    this.lowdefy.contexts = {};
    this.lowdefy.inputs[config.pageConfig.id] = serializer.deserialize(input);
    this.lowdefy.lowdefyGlobal = serializer.deserialize(global);
    this.context = getContext({ config: config.pageConfig, lowdefy: this.lowdefy, jsMap: own.jsMap });
    this.context._internal.onInitDone = true;
    this.context._internal.onInitAsyncDone = true;
    this.visit = visit;
    this.#shown = JSON.stringify(page);
    return () => {
      this.#root ??= createRoot(document.getElementById('root') as HTMLElement);
      const client = createElement(Client, { ...props, key: visit });
      const onTokens = () => this.context?._internal.update();
      this.#root.render(createElement(ThemedFrame, { lowdefy: this.lowdefy, onTokens }, client));
    };
  }

  #configOf({ visit }: ReplicaState): ReplicaState['page'] {
    return this.#sent?.visit === visit ? this.#sent.page : undefined;
  }

  /** What the app adds, once. What failed is tried again on the next visit. */
  #load(): Promise<AppTypes> {
    const { app, style } = this.#around;
    this.#own ??= Promise.all([loadAppTypes(app), loadStyle(style)])
      .then(([own]) => {
        Object.assign(this.#types.operators, own.operators);
        Object.assign(this.#types.blockMetas, own.blockMetas);
        return own;
      })
      .catch((error) => {
        this.#own = undefined;
        throw error;
      });
    return this.#own;
  }
}

interface LinkProps {
  href: { pathname: string; query?: string };
  onClick?(event: unknown): void;
  replace?: unknown;
  scroll?: unknown;
  children?: unknown;
}

/** A link as the stock server's router makes it. */
function createLink(go: Surroundings['go']) {
  return ({ href, replace: _replace, scroll: _scroll, children, onClick, ...props }: LinkProps) => {
    const follow = (event: { preventDefault(): void }) => {
      onClick?.(event);
      event.preventDefault();
      go(href);
    };
    const address = `${href.pathname}${href.query ? `?${href.query}` : ''}`;
    return createElement('a', { ...props, href: address, onClick: follow }, children as never);
  };
}
