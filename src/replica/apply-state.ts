import { get, serializer } from 'lowdefy-client';
import type { ReplicaState } from '../protocol/replica-state.ts';
import type { ReplicaBlock } from './engine-shape.ts';
import { eachReplicaBlock, rootOf } from './engine-words.ts';
import { alignLists } from './list-items.ts';
import type { ShownPage } from './shown-page.ts';
import type { TypedValues } from './typed-values.ts';

/**
 * Gives the client's engine what the session's has, under what the person is typing. Returns fields
 * that somebody else changed meanwhile.
 */
export function applyState(
  { lowdefy, context }: ShownPage,
  replica: ReplicaState,
  typed: TypedValues,
): ReplicaBlock[] {
  if (!context) return [];
  const { State, update } = context._internal;
  const root = rootOf(context);
  const state = serializer.deserialize(replica.state) as Record<string, unknown>;
  lowdefy.lowdefyGlobal = serializer.deserialize(replica.global);
  lowdefy.inputs[`page:${replica.pageId}`] = serializer.deserialize(replica.input);
  lowdefy.apiResponses = serializer.deserialize(replica.endpoints);
  context.requests = serializer.deserialize(replica.requests);
  alignLists(context, replica.lists, state);
  for (const key of Object.keys(context.state)) delete context.state[key];
  Object.assign(context.state, state);
  const differing: ReplicaBlock[] = [];
  for (const { block, value } of typed.current(root)) {
    if (typed.isForeign(block, get(state, block.blockId))) differing.push(block);
    State.set(block.blockId, value);
  }
  const validated = new Set(replica.validated);
  for (const { block } of eachReplicaBlock(root)) {
    const shows = validated.has(block.blockId);
    if (block.showValidation !== shows) block.update = true;
    block.showValidation = shows;
  }
  update();
  return differing;
}
