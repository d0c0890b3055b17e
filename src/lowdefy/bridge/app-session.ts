import { TandemError } from '../../errors.ts';
import { didYouMean } from '../../lib/nearest.ts';
import type { App, McpPageSettings } from '../app/app.ts';
import { adapterFor, type BlockTree } from '../engine/engine-adapter.ts';
import type { EngineContext, EventResult, Lowdefy } from '../engine/engine-types.ts';
import { registerMethods } from './component-methods.ts';
import { createLowdefy, type LinkTarget, toLocation } from './create-lowdefy.ts';
import { InFlight } from './in-flight.ts';
import { eachBlock } from './locate-block.ts';
import { enteringBlocks } from './mount-blocks.ts';
import { type LogItem, Recorder } from './recorder.ts';
import { newUiState, type UiState } from './ui-state.ts';

export interface Visit {
  pageId: string;
  urlQuery: string;
}

/** What the bridge keeps of a page beside the engine's own context. */
export interface PageUi {
  ui: UiState;
  /** Ids of blocks whose onMount has run in this visit. */
  mounted: Set<string>;
}

const MAX_REDIRECTS = 10;
const MAX_MOUNT_ROUNDS = 20;
const SETTLE_MS = 10_000;
const KEEP_EVENTS = 20;
const KEEP_RESPONSES = 3;

/**
 * One person's browser, without the browser: the real engine with one user's contexts, and what the client's
 * components would do around it. Calls come one at a time.
 */
export class AppSession {
  readonly app: App;
  readonly lowdefy: Lowdefy;
  readonly recorder: Recorder;
  readonly pages = new Map<string, PageUi>();
  history: Visit[] = [];
  readonly #inFlight: InFlight;
  #link: LinkTarget | 'back' | undefined;

  private constructor(app: App, lowdefy: Lowdefy, recorder: Recorder, inFlight: InFlight) {
    this.app = app;
    this.lowdefy = lowdefy;
    this.recorder = recorder;
    this.#inFlight = inFlight;
  }

  static async create(app: App, user: Record<string, unknown> | null): Promise<AppSession> {
    const recorder = new Recorder();
    const inFlight = new InFlight();
    let session: AppSession | undefined;
    const onLink = (target: LinkTarget | 'back') => {
      if (session) session.#link = target;
    };
    const lowdefy = await createLowdefy({ app, user, recorder, inFlight, onLink });
    session = new AppSession(app, lowdefy, recorder, inFlight);
    return session;
  }

  get visit(): Visit {
    const visit = this.history.at(-1);
    if (!visit) throw new TandemError('invalid_input', 'This session is on no page yet. Use navigate first.');
    return visit;
  }

  get context(): EngineContext {
    const context = this.lowdefy.contexts[`page:${this.visit.pageId}`];
    if (!context) throw new Error(`no context for the current page ${this.visit.pageId}`);
    return context;
  }

  get page(): PageUi {
    return this.pageUi(this.visit.pageId);
  }

  get settings(): McpPageSettings | undefined {
    return this.app.settings.pages[this.visit.pageId];
  }

  tree(): BlockTree {
    return adapterFor(this.context).tree(this.context);
  }

  pageUi(pageId: string): PageUi {
    const known = this.pages.get(pageId) ?? { ui: newUiState(), mounted: new Set<string>() };
    this.pages.set(pageId, known);
    return known;
  }

  /** Go to a page as the address bar or a link would; answers what its life-cycle events did. */
  async navigate(target: {
    pageId: string;
    input?: Record<string, unknown>;
    urlQuery?: string;
  }): Promise<LogItem[]> {
    const { pageId, input, urlQuery = '' } = target;
    const setInput = () => {
      this.lowdefy.inputs[`page:${pageId}`] = input ?? {};
    };
    return this.#follow({ pageId, urlQuery, setInput });
  }

  /** After a restore: stand on the current page again, without running its events. */
  resume(): void {
    this.stand(this.visit);
    this.#prepare();
  }

  /** After an action: follow the link it made, wait for what it started, mount what it brought on the screen. */
  async settle(): Promise<LogItem[]> {
    await this.#wait();
    const link = this.#takeLink();
    if (link) {
      const pageId = link === 'back' ? this.history.at(-2)?.pageId : link.pageId;
      if (pageId === undefined) {
        this.recorder.warn('There is no page to go back to.');
        return [];
      }
      this.recorder.note({ navigatedTo: pageId });
      return this.#follow(link);
    }
    return this.#mount();
  }

  /** The page's configuration, or a clear refusal: unknown, not for this user, or not for agents. */
  async pageConfig(pageId: string): Promise<object> {
    const { app, lowdefy } = this;
    const context = app.createApiContext(lowdefy.user);
    const isForAgents = !app.settings.exclude.includes(pageId) && !app.settings.pages[pageId]?.exclude;
    const isKnown = app.pages.some((page) => page.pageId === pageId);
    const config = isKnown && isForAgents ? await app.packages.api.getPageConfig(context, { pageId }) : null;
    if (config) return app.packages.helpers.serializer.copy(config);
    const others = await this.allowedPages();
    throw new TandemError('not_found', `No page "${pageId}" for this user.${didYouMean(pageId, others)}`);
  }

  async allowedPages(): Promise<string[]> {
    const context = this.app.createApiContext(this.lowdefy.user) as { authorize(page: object): boolean };
    return this.app.pages.filter((page) => context.authorize(page)).map((page) => page.pageId);
  }

  async #follow(first: LinkTarget | 'back'): Promise<LogItem[]> {
    const log: LogItem[] = [];
    let link: LinkTarget | 'back' | undefined = first;
    for (let hops = 0; link; hops++) {
      if (hops > MAX_REDIRECTS)
        throw new TandemError(
          'unavailable',
          `The app's pages send each other around; stopped after ${MAX_REDIRECTS}.`,
        );
      const visit: Visit | undefined = link === 'back' ? this.history.at(-2) : link;
      if (!visit) return log;
      const config = await this.pageConfig(visit.pageId);
      if (link === 'back') this.history.pop();
      else {
        link.setInput();
        this.history.push({ pageId: visit.pageId, urlQuery: visit.urlQuery });
        if (this.history.length > 50) this.history.shift();
      }
      log.push(...(await this.#enter(config)));
      link = this.#takeLink();
    }
    return log;
  }

  async #enter(config: object): Promise<LogItem[]> {
    this.stand(this.visit);
    this.page.mounted.clear();
    const getContext = this.app.packages.engine.getContext as (options: object) => EngineContext;
    const context = getContext({ config, lowdefy: this.lowdefy });
    this.#prepare();
    const log: LogItem[] = [];
    if (!context._internal.onInitDone)
      log.push(...(await this.#lifeCycle('onInit', () => context._internal.runOnInit(() => {}))));
    if (this.#link) return log;
    if (!context._internal.onInitAsyncDone)
      log.push(...(await this.#lifeCycle('onInitAsync', () => context._internal.runOnInitAsync(() => {}))));
    log.push(...(await this.#mount()));
    return log;
  }

  /** What the app reads as its address: before a page is evaluated it must be that page's own. */
  stand({ pageId, urlQuery }: Visit): void {
    const { window } = this.lowdefy._internal.globals as { window: { location: object } };
    window.location = toLocation(`/${pageId}`, urlQuery);
    this.lowdefy.pageId = pageId;
  }

  /** Fire onMount where the real client would: for every block that came on the screen in this visit. */
  async #mount(): Promise<LogItem[]> {
    const log: LogItem[] = [];
    for (let round = 0; round < MAX_MOUNT_ROUNDS && !this.#link; round++) {
      const tree = this.#prepare();
      const entering = enteringBlocks(tree, this.page.ui, this.page.mounted);
      if (entering.length === 0) break;
      for (const block of entering) {
        for (const name of ['onMount', 'onMountAsync'])
          if (block.Events.events[name] && !this.#link)
            log.push(...(await this.#lifeCycle(name, () => block.triggerEvent({ name }), block.blockId)));
      }
    }
    return log;
  }

  async #lifeCycle(name: string, run: () => Promise<unknown>, blockId?: string): Promise<LogItem[]> {
    const { recorder } = this;
    const outer = recorder.end();
    recorder.begin({ action: name, ...(blockId === undefined ? {} : { blockId }) });
    const has = blockId !== undefined || this.tree().block.Events.events[name] !== undefined;
    const result = await this.#inFlight.track(name, run);
    await this.#wait();
    if (isFailure(result)) recorder.note({ success: false, error: toMessage(result.error) });
    const { requestResults, ...item } = recorder.end();
    recorder.begin(outer);
    recorder.note(outer);
    if (!has) return [];
    if (!requestResults) return [item];
    // The page shows what they brought; only what failed is worth more words.
    const failed = requestResults.filter((request) => !request.success);
    const requests = requestResults.map((request) => request.requestId);
    return [{ ...item, requests, ...(failed.length > 0 ? { success: false, requestResults: failed } : {}) }];
  }

  async #wait(): Promise<void> {
    const running = await this.#inFlight.settle(SETTLE_MS);
    for (const name of running) this.recorder.warn(`Still running after ${SETTLE_MS / 1000} s: ${name}.`);
  }

  /** Before anything is shown or done: methods on new blocks, and no endless growth of the engine's histories. */
  #prepare(): BlockTree {
    const { context } = this;
    const page = this.tree();
    registerMethods(page, { ui: this.page.ui, recorder: this.recorder });
    // Whatever a block's event adds to its own history it adds to this log too.
    if (context.eventLog.splice(KEEP_EVENTS).length > 0)
      for (const { tree } of eachBlock(page))
        for (const event of Object.values(tree.block.Events.events)) event.history.splice(KEEP_EVENTS);
    for (const responses of Object.values(context.requests)) responses.splice(KEEP_RESPONSES);
    return page;
  }

  #takeLink(): LinkTarget | 'back' | undefined {
    const link = this.#link;
    this.#link = undefined;
    return link;
  }
}

function isFailure(result: unknown): result is EventResult {
  return (result as EventResult | undefined)?.success === false;
}

/** The engine wraps what an action threw in layers that differ by generation. */
export function toMessage(error: unknown): string {
  let inner = error;
  for (let depth = 0; depth < 5; depth++) {
    if (inner instanceof Error) return inner.message;
    const next = (inner as { error?: unknown } | null | undefined)?.error;
    if (next === undefined) break;
    inner = next;
  }
  const message = (inner as { message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' ? message : 'The event failed.';
}
