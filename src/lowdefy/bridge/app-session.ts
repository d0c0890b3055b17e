import { TandemError } from '../../errors.ts';
import type { App, McpPageSettings } from '../app/app.ts';
import { adapterFor, type BlockTree } from '../engine/engine-adapter.ts';
import type { EngineContext, Lowdefy } from '../engine/engine-types.ts';
import { createLowdefy, type LinkTarget, standOn } from './create-lowdefy.ts';
import { InFlight } from './in-flight.ts';
import { logLifeCycle } from './log-life-cycle.ts';
import { enteringBlocks } from './mount-blocks.ts';
import { readPageConfig } from './page-config.ts';
import { preparePage } from './prepare-page.ts';
import { type LogItem, Recorder } from './recorder.ts';
import { clearUiState, newUiState } from './ui-state.ts';
import type { PageUi, Visit } from './visit.ts';

const MAX_REDIRECTS = 10;
const MAX_MOUNT_ROUNDS = 20;
const SETTLE_MS = 10_000;

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
    standOn(this.lowdefy, this.visit);
    this.#prepare();
  }

  /** After an action: follow the link it made, wait for what it started, mount what it brought on the screen. */
  async settle(): Promise<LogItem[]> {
    await this.#wait();
    const link = this.#takeLink();
    if (link === 'back' && this.history.length < 2) this.recorder.warn('There is no page to go back to.');
    else if (link) return this.#follow(link);
    return this.#mount();
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
      const config = await readPageConfig(this.app, this.lowdefy.user, visit.pageId);
      const from = this.history.at(-1)?.pageId;
      if (link === 'back') this.history.pop();
      else {
        link.setInput();
        this.history.push({ pageId: visit.pageId, urlQuery: visit.urlQuery });
        if (this.history.length > 50) this.history.shift();
      }
      // Components forget what they had open when their page is left.
      if (from !== visit.pageId) clearUiState(this.page.ui);
      log.push(...(await this.#enter(config)));
      link = this.#takeLink();
    }
    return log;
  }

  async #enter(config: object): Promise<LogItem[]> {
    standOn(this.lowdefy, this.visit);
    this.page.mounted.clear();
    const getContext = this.app.packages.engine.getContext as (options: object) => EngineContext;
    const context = getContext({ config, lowdefy: this.lowdefy, jsMap: this.app.jsMap?.client ?? {} });
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

  #lifeCycle(name: string, run: () => Promise<unknown>, blockId?: string): Promise<LogItem[]> {
    const settled = async () => {
      const result = await this.#inFlight.track(name, run);
      await this.#wait();
      // The engine keeps to itself what the page's own onInit came to.
      return result ?? this.tree().block.Events.events[name]?.history[0];
    };
    if (blockId !== undefined) return logLifeCycle(this.recorder, { action: name, blockId }, settled);
    const isConfigured = this.tree().block.Events.events[name] !== undefined;
    return isConfigured ? logLifeCycle(this.recorder, { action: name }, settled) : settled().then(() => []);
  }

  async #wait(): Promise<void> {
    const running = await this.#inFlight.settle(SETTLE_MS);
    for (const name of running) this.recorder.warn(`Still running after ${SETTLE_MS / 1000} s: ${name}.`);
  }

  #prepare(): BlockTree {
    const page = this.tree();
    preparePage(this.context, page, { ui: this.page.ui, recorder: this.recorder });
    return page;
  }

  #takeLink(): LinkTarget | 'back' | undefined {
    const link = this.#link;
    this.#link = undefined;
    return link;
  }
}
