import { TandemError } from '../../../errors.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import type { UiState } from '../ui-state.ts';
import { fire } from './fire-event.ts';
import {
  asPayload,
  type ComponentSteps,
  type GestureStep,
  propertiesOf,
  shortcutEvents,
} from './gesture-step.ts';

/** Cards that lead through a page. The app opens and closes the tour; a person moves from card to card. */
export const tour: ComponentSteps = {
  eventsOf: ({ block }, ui) => [...new Set([...offered(block, ui), ...shortcutEvents(block)])],
  toSteps({ block }, name, payload, { ui }) {
    if (!offered(block, ui).includes(name)) {
      if (name === 'onFinish' && isTourOpen(block, ui))
        throw new TandemError(
          'forbidden',
          `"${block.blockId}" can only be finished on its last step: trigger onChange with {"current": ${stepsOf(block).length - 1}} first.`,
        );
      return shortcutEvents(block).includes(name) ? [{ run: () => block.triggerEvent({ name }) }] : undefined;
    }
    if (name === 'onChange') return toMoves(block, payload, ui);
    const run = () => {
      const event = { current: tourStep(block, ui) };
      if (name === 'onClose') return block.triggerEvent({ name, event });
      fire(block, 'onClose', event);
      return block.triggerEvent({ name });
    };
    return [{ run, click: 'last' }];
  },
};

/** Also closed if the app names a card that does not exist. */
export function isTourOpen(block: EngineBlock, ui: UiState): boolean {
  return propertiesOf(block).open === true && stepsOf(block)[tourStep(block, ui)] !== undefined;
}

/** The current card: the one the app names, otherwise the one a person moved to. */
export function tourStep(block: EngineBlock, ui: UiState): number {
  const { current } = propertiesOf(block);
  return Number(current ?? ui.active[block.blockId]?.[0] ?? 0);
}

/** It starts with its first card each time it opens. */
export function forgetTour(block: EngineBlock, ui: UiState): void {
  if (block.type === 'Tour' && propertiesOf(block).open !== true) delete ui.active[block.blockId];
}

/** The id of the only block that can be used while the tour covers the page; null if it covers everything. */
export function uncovered(block: EngineBlock, ui: UiState): string | null | undefined {
  const { mask, disabledInteraction } = propertiesOf(block);
  const step = stepsOf(block)[tourStep(block, ui)] ?? {};
  const isMasked = (step.mask ?? mask) !== false;
  if (disabledInteraction) return null;
  if (!isMasked) return undefined;
  return typeof step.target === 'string' ? step.target : null;
}

function offered(block: EngineBlock, ui: UiState): string[] {
  if (!isTourOpen(block, ui)) return [];
  const steps = stepsOf(block);
  const { closable } = propertiesOf(block);
  const at = tourStep(block, ui);
  const isClosable = Boolean(steps[at]?.closable ?? closable ?? true);
  return [
    ...(steps.length > 1 ? ['onChange'] : []),
    ...(isClosable ? ['onClose'] : []),
    ...(at >= steps.length - 1 ? ['onFinish'] : []),
  ];
}

/** One click per card on the way. */
function toMoves(block: EngineBlock, payload: unknown, ui: UiState): GestureStep[] {
  const last = stepsOf(block).length - 1;
  const at = tourStep(block, ui);
  const { current = at < last ? at + 1 : at - 1 } = asPayload(payload);
  const isStep = Number.isInteger(current) && Number(current) >= 0 && Number(current) <= last;
  if (!isStep || current === at)
    throw new TandemError(
      'invalid_input',
      `onChange of "${block.blockId}" needs the payload {"current": ${at < last ? at + 1 : at - 1}}, with the number of another step: 0 to ${last}. It is at ${at}.`,
    );
  const direction = Number(current) > at ? 1 : -1;
  return Array.from({ length: Math.abs(Number(current) - at) }, () => ({
    run: () => {
      const next = tourStep(block, ui) + direction;
      ui.active[block.blockId] = [String(next)];
      return block.triggerEvent({ name: 'onChange', event: { current: next } });
    },
    click: 'last' as const,
  }));
}

function stepsOf(block: EngineBlock): Record<string, unknown>[] {
  const { steps } = propertiesOf(block);
  return Array.isArray(steps) ? steps : [];
}
