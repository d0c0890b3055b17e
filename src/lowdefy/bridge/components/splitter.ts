import { TandemError } from '../../../errors.ts';
import type { EngineBlock, EventResult, Triggered } from '../../engine/engine-types.ts';
import type { UiState } from '../ui-state.ts';
import type { OwnGestures } from './own-gestures.ts';

/** A splitter fills its part of the window; here that is the whole window. */
const FULL = { horizontal: 1920, vertical: 1080 };

const DRAGS = ['onResizeStart', 'onResize', 'onResizeEnd'];

interface Panel {
  key: string;
  size?: unknown;
  defaultSize?: unknown;
  min?: unknown;
  max?: unknown;
  resizable?: unknown;
  collapsible?: unknown;
}

/** Its panels, in order. Areas that are not panels are not drawn. */
function splitterPanels({ eval: evaluated }: EngineBlock): Panel[] {
  const { panels } = evaluated?.properties ?? {};
  return Array.isArray(panels) ? panels.map((panel) => ({ ...panel, key: String(panel?.key) })) : [];
}

/** Bars can be dragged, which matters if the app listens, and collapsible panels collapsed. */
export const splitterGestures: OwnGestures = {
  own: [...DRAGS, 'onCollapse'],
  offered(block) {
    const panels = splitterPanels(block);
    const listened = Object.keys(block.Events.events).filter(
      (name) => DRAGS.includes(name) && panels.length > 1,
    );
    return [...listened, ...(panels.some((_, i) => barOf(panels, i) !== undefined) ? ['onCollapse'] : [])];
  },
  toGesture,
};

export function isPanelOpen(block: EngineBlock, key: string, ui: UiState): boolean {
  const index = splitterPanels(block).findIndex((panel) => panel.key === key);
  return index >= 0 && sizesOf(block, ui)[index] !== 0;
}

/** Drag a bar to `{"sizes": [300, 1620]}`, or collapse and expand `{"panel": "left"}`. */
function toGesture(block: EngineBlock, name: string, payload: unknown, ui: UiState): () => Triggered {
  const before = sizesOf(block, ui);
  const isFold = name === 'onCollapse';
  const sizes = isFold ? folded(block, payload, before) : dragged(block, name, payload, before);
  return async () => {
    ui.sizes[block.blockId] = sizes;
    const { lazy } = block.eval?.properties ?? {};
    const names = isFold
      ? ['onResize', 'onResizeEnd', 'onCollapse']
      : DRAGS.filter((one) => !lazy || one !== 'onResize');
    const results: Record<string, EventResult> = {};
    for (const one of names) {
      const event = {
        ...(one === 'onCollapse' && { collapsed: sizes.map((size) => size === 0) }),
        sizes: one === 'onResizeStart' ? before : sizes,
      };
      results[one] = await block.triggerEvent({ name: one, event });
    }
    return results[name] ?? { success: true, responses: {} };
  };
}

/** In pixels: what the app fixes, otherwise what was dragged, otherwise the initial size; the rest is divided. */
function sizesOf(block: EngineBlock, ui: UiState): number[] {
  const full = fullOf(block);
  const panels = splitterPanels(block);
  const own = panels.map(({ size, defaultSize }, i) =>
    toPixels(size ?? ui.sizes[block.blockId]?.[i] ?? defaultSize, full),
  );
  const taken = own.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  const open = own.filter((size) => size === undefined).length;
  const isScaled = taken > full || (open === 0 && taken > 0);
  const rest = Math.max(0, full - taken) / Math.max(1, open);
  return own.map((size) => (isScaled ? ((size ?? 0) * full) / taken : (size ?? rest)));
}

function fullOf({ eval: evaluated }: EngineBlock): number {
  const { orientation, layout } = evaluated?.properties ?? {};
  return (orientation ?? layout) === 'vertical' ? FULL.vertical : FULL.horizontal;
}

function toPixels(size: unknown, full: number): number | undefined {
  if (typeof size === 'string' && size.endsWith('%')) return (Number.parseFloat(size) / 100) * full;
  const pixels = typeof size === 'number' || (typeof size === 'string' && size !== '') ? Number(size) : NaN;
  return Number.isFinite(pixels) ? pixels : undefined;
}

/** The neighbour that takes a panel's space when it collapses; none if it has no arrow for that. */
function barOf(panels: Panel[], index: number): number | undefined {
  const { collapsible } = panels[index] ?? {};
  const arrows = collapsible !== null && typeof collapsible === 'object' ? collapsible : undefined;
  const { start, end } = (arrows ?? { start: collapsible, end: collapsible }) as Record<string, unknown>;
  if (end && index + 1 < panels.length) return index + 1;
  return start && index > 0 ? index - 1 : undefined;
}

function folded(block: EngineBlock, payload: unknown, before: number[]): number[] {
  const panels = splitterPanels(block);
  const wanted = (payload as { panel?: unknown } | null | undefined)?.panel;
  const index = panels.findIndex(({ key }) => key === String(wanted));
  const neighbour = barOf(panels, index);
  const folding = panels.filter((_, i) => barOf(panels, i) !== undefined).map(({ key }) => `"${key}"`);
  if (neighbour === undefined)
    throw new TandemError(
      'invalid_input',
      `onCollapse of "${block.blockId}" needs the payload {"panel": "KEY"}, with one of ${folding.join(', ')}.`,
    );
  const sizes = [...before];
  const total = (sizes[index] ?? 0) + (sizes[neighbour] ?? 0);
  const own = toPixels(panels[index]?.defaultSize, fullOf(block));
  const isFolded = sizes[index] === 0;
  const size = isFolded ? (own !== undefined && own > 0 && own < total ? own : total / 2) : 0;
  sizes[index] = size;
  sizes[neighbour] = total - size;
  return sizes;
}

function dragged(block: EngineBlock, name: string, payload: unknown, before: number[]): number[] {
  const panels = splitterPanels(block);
  const full = fullOf(block);
  const { sizes } = (payload ?? {}) as { sizes?: unknown };
  const given = Array.isArray(sizes) ? sizes : [];
  const sum = given.reduce<number>((total, size) => total + Number(size), 0);
  const isRight =
    given.length === panels.length && sum > 0 && given.every((size) => typeof size === 'number' && size >= 0);
  if (!isRight)
    throw new TandemError(
      'invalid_input',
      `${name} of "${block.blockId}" needs the payload {"sizes": ${JSON.stringify(before.map(Math.round))}}, a width for each of its ${panels.length} panels.`,
    );
  const scaled = given.map((size) => (Number(size) * full) / sum);
  for (const [i, { key, min, max, resizable }] of panels.entries()) {
    const size = scaled[i] ?? 0;
    if (resizable === false && size !== before[i])
      throw new TandemError('forbidden', `The panel "${key}" of "${block.blockId}" cannot be resized.`);
    if (size < (toPixels(min, full) ?? 0) || size > (toPixels(max, full) ?? full))
      throw new TandemError(
        'invalid_input',
        `The panel "${key}" of "${block.blockId}" takes ${String(min ?? 0)} to ${String(max ?? full)}, not ${Math.round(size)}.`,
      );
  }
  return scaled;
}
