import { TandemError } from '../../errors.ts';
import type { App, McpPageSettings } from '../app/app.ts';
import { adapterFor } from '../engine/adapter-for.ts';
import type { BlockTree } from '../engine/engine-adapter.ts';
import type { EngineContext, Lowdefy } from '../engine/engine-types.ts';
import { checkCall } from './approval/needs-approval.ts';
import type { Chats } from './chat/draw-chat.ts';
import { loadChats } from './chat/load-chats.ts';
import { createLowdefy, type LinkTarget, standOn } from './create-lowdefy.ts';
import { Drawing } from './drawing/drawing.ts';
import { logLifeCycle, toldLifeCycle } from './drawing/log-life-cycle.ts';
import { preparePage } from './drawing/prepare-page.ts';
import { InFlight } from './in-flight.ts';
import { blocksOf } from './locate-block.ts';
import { readPageConfig } from './page-config.ts';
import { Progress } from './progress.ts';
import { type LogItem, Recorder } from './recorder.ts';
import type { PageUi, Visit } from './saved/visit.ts';
import { VisitedPages } from './saved/visited-pages.ts';
import { clearUiState } from './ui-state.ts';

interface Parts {
  recorder: Recorder;
  inFlight: InFlight;
  progress: Progress;
  chats: Chats | undefined;
}

const MAX_REDIRECTS = 10;
const SETTLE_MS = 10_000;

/**
 * One person's browser, without the browser: the real engine with one user's contexts, and what the client's
 * components would do around it. Calls are serial.
 */
export class AppSession {
  readonly app: App;
  readonly lowdefy: Lowdefy;
  readonly recorder: Recorder;
  readonly visited: VisitedPages;
  history: Visit[] = [];
  /** What no longer fits on visited pages because the app changed, and has not been reported yet. */
  readonly lost: string[] = [];
  /** Who is acting: a person may do what is reserved for people. */
  isPerson = false;
  /** A person has approved what is being done. */
  isApproved = false;
  /** Counts visits of pages. */
  visitNumber = 0;
  readonly #inFlight: InFlight;
  readonly #progress: Progress;
  readonly #drawing: Drawing;
  #link: LinkTarget | 'back' | undefined;
  /** From the end of its onInit until the session leaves it. */
  #isShown = false;

  private constructor(app: App, lowdefy: Lowdefy, parts: Parts) {
    this.app = app;
    this.lowdefy = lowdefy;
    this.recorder = parts.recorder;
    this.visited = new VisitedPages(app, lowdefy, parts.progress);
    this.#inFlight = parts.inFlight;
    this.#progress = parts.progress;
    this.#drawing = new Drawing({
      ...parts,
      canvas: () =>
        this.#isShown && !this.#link
          ? { tree: this.tree(), context: this.context, page: this.page }
          : undefined,
      onFault: this.#onFault,
    });
  }

  /** `onStep` is called for every step of long work. */
  static async create(
    app: App,
    user: Record<string, unknown> | null,
    onStep: () => void = () => {},
  ): Promise<AppSession> {
    const parts = { recorder: new Recorder(), inFlight: new InFlight(), progress: new Progress(onStep) };
    let session: AppSession | undefined;
    const onLink = (target: LinkTarget | 'back') => {
      if (session) session.#link = target;
    };
    const onUpdate = (id: string) => {
      if (session) session.#drawing.updated(id);
    };
    const checkApproved = (call: Parameters<typeof checkCall>[2]) => {
      if (session) checkCall(app, session, { pageId: session.history.at(-1)?.pageId ?? '', ...call });
    };
    const around = { app, user, ...parts, onLink, onUpdate, checkCall: checkApproved };
    const lowdefy = await createLowdefy(around);
    const isPerson = () => session?.isPerson === true;
    const chats = await loadChats(app, { user, ...parts, isPerson });
    session = new AppSession(app, lowdefy, { ...parts, chats });
    return session;
  }

  get visit(): Visit {
    const visit = this.history.at(-1);
    if (!visit) throw new TandemError('invalid_input', 'This session has no page yet. Use navigate first.');
    return visit;
  }

  get context(): EngineContext {
    const context = this.visited.contextOf(this.visit.pageId);
    if (!context) throw new Error(`no context for the current page ${this.visit.pageId}`);
    return context;
  }

  get page(): PageUi {
    return this.visited.uiOf(this.visit.pageId);
  }

  get settings(): McpPageSettings | undefined {
    return this.app.settings.pages[this.visit.pageId];
  }

  tree(): BlockTree {
    return adapterFor(this.context).tree(this.context);
  }

  /** Nothing that the app started is still running. */
  get isAtRest(): boolean {
    return this.#inFlight.isIdle;
  }

  /** Goes to a page as the address bar or a link would; returns what its life-cycle events did. */
  async navigate(target: {
    pageId: string;
    input?: Record<string, unknown>;
    urlQuery?: string;
    /** False for a link of the app: one to the current page changes only its address and input. */
    isVisit?: boolean;
  }): Promise<LogItem[]> {
    const { pageId, input, urlQuery = '', isVisit = true } = target;
    const setInput = () => {
      this.lowdefy.inputs[`page:${pageId}`] = input ?? {};
    };
    return this.#follow({ pageId, urlQuery, setInput, isVisit });
  }

  /** Goes to the page before this one. */
  back(): void {
    this.#link = 'back';
  }

  /** Something changed, perhaps on the screen. */
  redraw(): void {
    this.#drawing.soon();
  }

  /** What follows is done by hand. */
  beginGesture(): void {
    if (this.#isShown) this.#progress.begin(blocksOf(this.tree()));
    this.#drawing.beginGesture();
  }

  /** After a restore: back on the current page, without running its events. */
  async resume(): Promise<void> {
    this.#comeTo(await readPageConfig(this.app, this.lowdefy.user, this.visit.pageId), this.visit.pageId);
    standOn(this.lowdefy, this.visit);
    this.#isShown = true;
    this.#drawing.draw();
  }

  /** After an action: follow its link, wait for what it started, mount what it brought on the screen. */
  async settle(): Promise<LogItem[]> {
    this.#drawing.soon();
    await this.#wait();
    const link = this.#takeLink();
    const log = this.#drawing.takeLog();
    if (link === 'back' && this.history.length < 2) this.recorder.warn('There is no page to go back to.');
    else if (link) log.push(...(await this.#follow(link)));
    return log;
  }

  async #follow(first: LinkTarget | 'back'): Promise<LogItem[]> {
    const log: LogItem[] = [];
    let link: LinkTarget | 'back' | undefined = first;
    for (let hops = 0; link; hops++) {
      if (hops > MAX_REDIRECTS)
        throw new TandemError(
          'unavailable',
          `The app's pages redirect in a loop; stopped after ${MAX_REDIRECTS} redirects.`,
        );
      const visit: Visit | undefined = link === 'back' ? this.history.at(-2) : link;
      if (!visit) return log;
      const config = await readPageConfig(this.app, this.lowdefy.user, visit.pageId);
      this.#drawing.endGesture();
      this.#comeTo(config, visit.pageId);
      const from = this.history.at(-1)?.pageId;
      if (link === 'back') this.history.pop();
      else {
        link.setInput();
        this.history.push({ pageId: visit.pageId, urlQuery: visit.urlQuery });
        if (this.history.length > 50) this.history.shift();
      }
      // A link to the page itself changes its address and input, and leaves everything else.
      const stays = from === visit.pageId && link !== 'back' && !link.isVisit && this.#isShown;
      if (!stays) {
        this.visitNumber++;
        this.#isShown = false;
        this.page.mounted.clear();
        this.page.drawn.clear();
      }
      // Components lose their open state when the session leaves their page, and when it opens the page again: what was
      // open for one record is not for the next.
      const isOpenedAgain = link !== 'back' && link.isVisit && !stays;
      if (from !== visit.pageId || isOpenedAgain) clearUiState(this.page.ui);
      log.push(...(await this.#enter(config)));
      link = this.#takeLink();
    }
    return log;
  }

  /** The page as it was left, before anything is changed for the new visit. */
  #comeTo(config: object, pageId: string): void {
    const last = this.history.findLast((visit) => visit.pageId === pageId) ?? { pageId, urlQuery: '' };
    this.lost.push(...this.visited.enter(config, last));
  }

  async #enter(config: object): Promise<LogItem[]> {
    standOn(this.lowdefy, this.visit);
    const { _internal: internal } = this.visited.open(config, this.visit.pageId);
    this.#progress.begin(blocksOf(this.tree()));
    const items: LogItem[] = [];
    if (!internal.onInitDone) await this.#lifeCycle('onInit', () => internal.runOnInit(() => {}), items);
    if (this.#link) return items.map(toldLifeCycle);
    if (!internal.onInitAsyncDone)
      this.#lifeCycle('onInitAsync', () => internal.runOnInitAsync(() => {}), items).catch(this.#onFault);
    this.#isShown = true;
    this.#drawing.soon();
    await this.#wait();
    return [...items.map(toldLifeCycle), ...this.#drawing.takeLog()];
  }

  /** Errors of what nobody awaits. */
  readonly #onFault = (error: unknown): void => {
    this.app.log.error('unexpected error of a page', error);
  };

  /** An event of the page itself, with a log line if the app has actions for it. */
  #lifeCycle(name: string, run: () => Promise<unknown>, items: LogItem[]): Promise<void> {
    preparePage(this.context, this.tree());
    const item: LogItem = { action: name, success: true };
    const event = this.tree().block.Events.events[name];
    if (event) items.push(item);
    return this.#inFlight.track(name, () =>
      logLifeCycle(this.recorder, item, async () => {
        await run();
        // The engine does not return the result of the page's own onInit.
        return event?.history[0];
      }),
    );
  }

  async #wait(): Promise<void> {
    const running = await this.#inFlight.settle(SETTLE_MS);
    for (const name of running) this.recorder.warn(`Still running after ${SETTLE_MS / 1000} s: ${name}.`);
  }

  #takeLink(): LinkTarget | 'back' | undefined {
    const link = this.#link;
    this.#link = undefined;
    return link;
  }
}
