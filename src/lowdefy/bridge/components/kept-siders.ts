import type { EngineBlock, Lowdefy } from '../../engine/engine-types.ts';
import { isSince5 } from '../block-generation.ts';
import { propertiesOf } from './gesture-step.ts';

/** Whether siders are collapsed, by the keys under which a browser stores that for all pages of an app. */
export type KeptSiders = Record<string, boolean>;

/** Since 5, a sider keeps its state on the next page; a separate block, and earlier versions, do not. */
export function keptSider(block: EngineBlock): boolean | undefined {
  return sidersOf(block)?.[nameOf(block)];
}

export function keepSider(block: EngineBlock, isFolded: boolean): void {
  const siders = sidersOf(block);
  if (siders) siders[nameOf(block)] = isFolded;
}

function sidersOf(block: EngineBlock): KeptSiders | undefined {
  if (!isSince5(block) || block.type === 'Sider') return undefined;
  const { _internal } = (block.context ?? {}) as { _internal?: { lowdefy?: Lowdefy } };
  return _internal?.lowdefy?._internal.siders as KeptSiders | undefined;
}

function nameOf(block: EngineBlock): string {
  return String(propertiesOf(block).siderStorageKey ?? 'sider');
}
