import type { EngineBlock, EngineContext, Lowdefy } from '../engine-types.ts';
import { BlockMemory } from './block-memory.ts';
import { isTracked, type ParseCall, type Parsed } from './kept-parses.ts';
import { type EngineHelpers, PageMemory } from './page-memory.ts';
import { withPlainCopies } from './plain-copy.ts';
import type { BlockSet } from './set-memory.ts';

type Method = (this: never, ...args: never[]) => unknown;
type Prototype = Record<string, Method>;
type MemoryOf = (context: EngineContext) => PageMemory | undefined;

/** A block since Lowdefy 4.5, which evaluates itself. */
type SelfEvaluating = EngineBlock & {
  arrayIndices: number[];
  evaluate(visibleParent: unknown, repeat: unknown): void;
  evalToString(): unknown;
};

const known = new WeakSet<object>();

/**
 * Makes the engine of a context evaluate incrementally, by wrapping its classes, for pages whose operators are
 * tracked. The classes belong to the engine's module: once is enough, and other pages are not affected.
 */
export function makeIncremental(sample: EngineContext, helpers: EngineHelpers): void {
  const { parser, State, RootBlocks, RootAreas, RootSlots } = sample._internal as Record<string, object>;
  const parsers = prototypeOf(parser as object);
  if (known.has(parsers)) return;
  known.add(parsers);
  const memories = new WeakMap<EngineContext, PageMemory | 'none'>();
  const memoryOf: MemoryOf = (context) => {
    let memory = memories.get(context);
    if (memory === undefined) {
      const { operators } = (context._internal.lowdefy as Lowdefy)._internal;
      memory = isTracked(operators as object) ? new PageMemory(context, helpers) : 'none';
      memories.set(context, memory);
    }
    return memory === 'none' ? undefined : memory;
  };
  wrapParser(parsers, memoryOf);
  wrapState(prototypeOf(State as object), memoryOf);
  if (RootBlocks) wrapBlockSets(RootBlocks, memoryOf, helpers);
  else wrapBlocks(RootAreas ? 'RootAreas' : 'RootSlots', firstBlockOf(RootAreas ?? RootSlots), memoryOf);
}

function wrapParser(parsers: Prototype, memoryOf: MemoryOf): void {
  const stock = parsers.parse as (this: object, call: ParseCall) => Parsed;
  parsers.parse = function parse(this: { context: EngineContext }, call: ParseCall) {
    const memory = memoryOf(this.context);
    return memory ? memory.parse(call, (again) => stock.call(this, again)) : stock.call(this, call);
  } as Method;
}

function wrapState(states: Prototype, memoryOf: MemoryOf): void {
  const stock = states.set as (this: object, field: string, value: unknown) => void;
  states.set = function set(this: { context: EngineContext }, field: string, value: unknown) {
    if (!memoryOf(this.context)?.hasInState(field, value)) stock.call(this, field, value);
  } as Method;
}

/** Lowdefy 4.0 to 4.4: sets evaluate their blocks, in the first loop over them. */
function wrapBlockSets(root: object, memoryOf: MemoryOf, { serializer }: EngineHelpers): void {
  const sets = prototypeOf(root);
  const evaluating = new WeakMap<BlockSet, { isHidden: boolean }>();
  const recEval = sets.recEval as (this: BlockSet, visibleParent: unknown) => boolean;
  sets.recEval = function evaluate(this: BlockSet, visibleParent: unknown) {
    const memory = memoryOf(this.context);
    if (!memory) return recEval.call(this, visibleParent);
    evaluating.set(this, { isHidden: visibleParent === false });
    return memory.evaluatePage(() => recEval.call(this, visibleParent));
  } as Method;
  const loopBlocks = sets.loopBlocks as (this: BlockSet, work: (block: EngineBlock) => void) => void;
  sets.loopBlocks = function loop(this: BlockSet, work: (block: EngineBlock) => void) {
    const started = evaluating.get(this);
    const memory = started && memoryOf(this.context);
    if (!memory) return loopBlocks.call(this, work);
    evaluating.delete(this);
    memory.evaluateSet(setIn(memory)(this), started.isHidden, work);
  } as Method;
  const updateState = sets.updateState as (this: BlockSet) => void;
  sets.updateState = function update(this: BlockSet) {
    const memory = memoryOf(this.context);
    const toSet = memory && setIn(memory);
    if (!memory || !toSet || !memory.isSettled(toSet(this), toSet)) updateState.call(this);
  } as Method;
  const reset = sets.reset as (this: BlockSet, state: unknown) => void;
  sets.reset = function resetBlocks(this: BlockSet, state: unknown) {
    const stock = () => reset.call(this, state);
    return memoryOf(this.context) ? withPlainCopies(serializer, stock) : stock();
  } as Method;
  const setIn = (memory: PageMemory) => (set: BlockSet) =>
    memory.setOf(set, () => {
      const blocks: EngineBlock[] = [];
      loopBlocks.call(set, (block) => void blocks.push(block));
      return blocks;
    });
  const classOf = root.constructor as unknown as { blockEvalToString(block: EngineBlock): unknown };
  const toText = classOf.blockEvalToString;
  classOf.blockEvalToString = (block) => {
    const { context } = block.Events as unknown as { context: EngineContext };
    return memoryOf(context)?.versionOf(block) ?? toText(block);
  };
}

/** Since Lowdefy 4.5: blocks evaluate themselves with their own functions, and are first seen through their events. */
function wrapBlocks(root: string, sample: EngineBlock, memoryOf: MemoryOf): void {
  const wrappedRoots = new WeakSet<object>();
  const events = prototypeOf(sample.Events);
  const init = events.init as (this: object) => void;
  events.init = function initEvents(this: { block: SelfEvaluating; context: EngineContext }) {
    const memory = memoryOf(this.context);
    if (memory) {
      wrapBlock(this.block, memory);
      wrapRoot(this.context._internal[root] as { recEval(visibleParent: unknown): unknown }, memory);
    }
    return init.call(this);
  } as Method;

  function wrapRoot(set: { recEval(visibleParent: unknown): unknown }, memory: PageMemory): void {
    if (wrappedRoots.has(set)) return;
    wrappedRoots.add(set);
    const { recEval } = set;
    set.recEval = (visibleParent) => memory.evaluatePage(() => recEval(visibleParent));
  }
}

function wrapBlock(block: SelfEvaluating, memory: PageMemory): void {
  const { evaluate } = block;
  // Later: the block is still being made.
  let known: BlockMemory | undefined;
  block.evaluate = (visibleParent, repeat) => {
    known ??= new BlockMemory(block);
    memory.evaluateBlock(known, block.arrayIndices, visibleParent === false, () =>
      evaluate(visibleParent, repeat),
    );
  };
  block.evalToString = () => memory.versionOf(block);
}

function firstBlockOf(set: unknown): EngineBlock {
  const { areas, slots } = set as Record<string, { root: { blocks: EngineBlock[] } } | undefined>;
  return (areas ?? slots)?.root.blocks[0] as EngineBlock;
}

function prototypeOf(object: object): Prototype {
  return Object.getPrototypeOf(object) as Prototype;
}
