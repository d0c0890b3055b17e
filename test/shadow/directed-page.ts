import type { EngineBlock } from '../../src/lowdefy/engine/engine-types.ts';
import { PAGE_ID, type PageBlock, toEvents } from './random-page.ts';
import type { Side } from './side.ts';

/** A page that is made for one thing, and what is done on it. */
export interface DirectedPage {
  page: PageBlock;
  steps: ((side: Side) => unknown)[];
}

export function block(
  blockId: string,
  type: PageBlock['type'],
  { blocks, ...rest }: { blocks?: PageBlock[]; [key: string]: unknown },
): PageBlock {
  const content = blocks && { content: { blocks } };
  return {
    id: `block:${blockId}`,
    blockId,
    pageId: PAGE_ID,
    type,
    ...rest,
    ...(content && { areas: content, slots: content }),
  };
}

export function button(actions: object[], blockId = 'button'): PageBlock {
  return block(blockId, 'Text', { events: toEvents({ onClick: actions }) });
}

export function click(side: Side): unknown {
  return clickOn('button')(side);
}

export function clickOn(blockId: string) {
  return ({ blocks }: Side) => find(blocks(), blockId).triggerEvent({ name: 'onClick' });
}

export function push({ blocks }: Side): void {
  find(blocks(), 'rows').pushItem?.();
}

export function remove({ blocks }: Side): void {
  find(blocks(), 'rows').removeItem?.(0);
}

export function update({ context }: Side): void {
  context._internal.update();
}

export function setState(field: string, value: unknown) {
  return ({ context }: Side) => {
    context._internal.State.set(field, structuredClone(value));
    context._internal.update();
  };
}

export function find(blocks: EngineBlock[], blockId: string): EngineBlock {
  return blocks.find((candidate) => candidate.blockId === blockId) as EngineBlock;
}
