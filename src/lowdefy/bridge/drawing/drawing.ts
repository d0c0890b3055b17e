import type { BlockTree } from '../../engine/engine-adapter.ts';
import type { EngineBlock, EngineContext, Lowdefy } from '../../engine/engine-types.ts';
import { CHAT, type Chats } from '../chat/draw-chat.ts';
import { turnFirst } from '../components/carousel.ts';
import { giveMethods, registerMethods } from '../components/component-methods.ts';
import type { ShimContext } from '../components/make-shims.ts';
import { keptSearches, mountSearch } from '../components/recent-searches.ts';
import { forgetStep } from '../components/step-bar.ts';
import { forgetTour } from '../components/tour.ts';
import { mountFiles } from '../files/file-blocks.ts';
import type { InFlight } from '../in-flight.ts';
import { eachBlock } from '../locate-block.ts';
import type { Progress } from '../progress.ts';
import type { LogItem, Recorder } from '../recorder.ts';
import type { PageUi } from '../saved/visit.ts';
import { fillOwnValues } from '../values/own-values.ts';
import { drawnFrom, LastDrawing } from './last-drawing.ts';
import { logLifeCycle, toldLifeCycle } from './log-life-cycle.ts';
import { drawBlocks } from './mount-blocks.ts';
import { preparePage } from './prepare-page.ts';

/** An app whose mounting keeps adding blocks would never become idle. */
const MAX_ROUNDS = 50;

/** What is drawn: the current page. */
export interface Canvas {
  tree: BlockTree;
  context: EngineContext;
  page: PageUi;
}

interface World {
  recorder: Recorder;
  inFlight: InFlight;
  progress: Progress;
  chats: Chats | undefined;
  /** Undefined while there is no page to draw, or one that the session is about to leave. */
  canvas(): Canvas | undefined;
  onFault(error: unknown): void;
}

/**
 * Does what React does in the client: a moment after a change, while the event that made it is still running, new
 * components appear, register their methods, and fire onMount, all at once and children first.
 */
export class Drawing {
  readonly #around: World;
  readonly #last = new LastDrawing();
  /** What the engine has updated since the last drawing. */
  #updated = new Set<string>();
  #log: LogItem[] = [];
  #rounds = 0;
  #isWaiting = false;
  #isGesture = false;

  constructor(around: World) {
    this.#around = around;
  }

  /** A person does something: until the first pause, React draws each change before the next action sees it. */
  beginGesture(): void {
    this.#isGesture = true;
    setImmediate(() => this.endGesture());
  }

  /** What follows happens by itself, as when a page has loaded over a network. */
  endGesture(): void {
    this.#isGesture = false;
  }

  /** The engine evaluated this block to something else. */
  updated(blockId: string): void {
    this.#updated.add(blockId);
    this.soon();
  }

  /** Something changed. */
  soon = (): void => {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    const isGesture = this.#isGesture;
    void this.#around.inFlight.track('mounting', async () => {
      await new Promise<void>((resolve) => (isGesture ? resolve() : setImmediate(resolve)));
      this.#isWaiting = false;
      try {
        this.draw();
      } catch (error) {
        this.#around.onFault(error);
      }
    });
  };

  draw(): void {
    const canvas = this.#around.canvas();
    if (!canvas) return;
    const { tree, page, context } = canvas;
    preparePage(context, tree);
    const from = drawnFrom(tree, page);
    const changed = page.equipped.size === 0 ? this.#last.changed(from, this.#updated) : undefined;
    this.#updated.clear();
    const drawn =
      changed?.map((block) => ({ block, enters: false, isVisible: true })) ?? drawBlocks(tree, page);
    if (!changed) this.#last.keep(from, drawn);
    const entering = drawn.flatMap(({ block, enters }) => (enters ? [block] : []));
    const isTooMuch = entering.length > 0 && this.#rounds++ > MAX_ROUNDS;
    page.opened.clear();
    for (const id of Object.keys(page.ui.open)) page.opened.add(id);
    const { recorder, inFlight, progress } = this.#around;
    if (!isTooMuch) progress.expect(entering);
    const around = { ...page, recorder, redraw: this.soon, track: inFlight.track.bind(inFlight) };
    if (page.equipped.size > 0) equip(tree, page.equipped, around);
    for (const { block, isVisible } of drawn)
      if (isVisible) {
        giveMethods(block);
        fillOwnValues(block, page.ui);
        forgetStep(block, page.ui);
        forgetTour(block, page.ui);
      }
    const searches = keptSearches(context._internal.lowdefy as Lowdefy);
    for (const { block, enters, isVisible } of drawn) {
      if (isVisible) {
        turnFirst(block, page.ui);
        registerMethods(block, around);
        mountFiles(block, page.ui, enters);
        mountSearch(block, searches, page.ui, enters);
      }
      if (isVisible && block.type === CHAT) this.#drawChat(block, canvas);
      // What fails while it is drawn never mounts.
      const isFailing = isVisible && block.type === 'Throw';
      // Its first actions run at once: later blocks of the page have no methods yet.
      if (enters && !isTooMuch && !isFailing) this.#mount(block).catch(this.#around.onFault);
    }
    // A skeleton is replaced by its content.
    if (entering.some((block) => block.eval?.skeleton)) this.soon();
  }

  /** The lines of everything that mounted since the last call. */
  takeLog(): LogItem[] {
    this.#rounds = 0;
    return this.#log.splice(0).map(toldLifeCycle);
  }

  #drawChat(block: EngineBlock, { page, context }: Canvas): void {
    const fire = (one: EngineBlock, name: string, event: object) =>
      void this.#fire(one, name, event).catch(this.#around.onFault);
    this.#around.chats?.draw(block, { ui: page.ui, pageId: context.pageId, fire });
  }

  async #mount(block: EngineBlock): Promise<void> {
    await this.#fire(block, 'onMount');
    this.#fire(block, 'onMountAsync').catch(this.#around.onFault);
  }

  async #fire(block: EngineBlock, name: string, event?: object): Promise<void> {
    // Even if there is nothing to do, so that what follows happens no sooner than in the client.
    if (!block.Events.events[name]) return void (await block.triggerEvent({ name, event }));
    const { recorder, inFlight } = this.#around;
    const item: LogItem = { action: name, blockId: block.blockId, success: true };
    this.#log.push(item);
    await inFlight.track(name, () =>
      logLifeCycle(recorder, item, async () => block.triggerEvent({ name, event })),
    );
  }
}

/** Components that were drawn once leave their methods behind. */
function equip(tree: BlockTree, ids: Set<string>, around: ShimContext): void {
  for (const { tree: one } of eachBlock(tree))
    if (ids.has(one.block.blockId)) {
      registerMethods(one.block, around);
      giveMethods(one.block);
    }
  ids.clear();
}
