import { TandemError } from '../../../errors.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import type { UiState } from '../ui-state.ts';
import { fire } from './fire-event.ts';
import { asPayload, type ComponentSteps, NOTHING, propertiesOf, shortcutEvents } from './gesture-step.ts';
import type { MakeShims } from './make-shims.ts';

/** Its steps can be clicked only if the app has actions for that. */
export const stepBar: ComponentSteps = {
  eventsOf: ({ block }) => [
    ...new Set([...(block.Events.events.onChange ? ['onChange'] : []), ...shortcutEvents(block)]),
  ],
  toSteps({ block }, name, payload, { ui }) {
    if (name !== 'onChange' || !block.Events.events.onChange)
      return shortcutEvents(block).includes(name) ? [{ run: () => block.triggerEvent({ name }) }] : undefined;
    const current = chooseStep(block, payload);
    return [
      {
        run: () => {
          if (current === currentStep(block, ui)) return NOTHING;
          keepStep(block, current, ui);
          return block.triggerEvent({ name, event: { current } });
        },
        click: 'last',
      },
    ];
  },
};

export const stepBarMethods: MakeShims = (block, { ui, redraw }) => ({
  // Without an argument the component also fails, and with it the chain that calls it.
  setCurrent: ({ current }: { current?: unknown }) => {
    keepStep(block, Number(current), ui);
    fire(block, 'onChange', { current });
    redraw();
  },
});

/** The chosen step, until the app names another one. */
export function currentStep(block: EngineBlock, ui: UiState): number {
  const [chosen, given] = ui.active[block.blockId] ?? [];
  return Number(chosen !== undefined && given === givenStep(block) ? chosen : givenStep(block));
}

/** The component forgets the choice when the app's own step changes. */
export function forgetStep(block: EngineBlock, ui: UiState): void {
  if (block.type === 'Steps' && ui.active[block.blockId]?.[1] !== givenStep(block))
    delete ui.active[block.blockId];
}

function keepStep(block: EngineBlock, current: number, ui: UiState): void {
  ui.active[block.blockId] = [String(current), givenStep(block)];
}

function givenStep(block: EngineBlock): string {
  return String(propertiesOf(block).current ?? 0);
}

function chooseStep(block: EngineBlock, payload: unknown): number {
  const { items, initial = 0 } = propertiesOf(block);
  const steps = Array.isArray(items) ? items : [];
  const first = Number(initial);
  const { current } = asPayload(payload);
  const item = Number.isInteger(current) ? steps[Number(current) - first] : undefined;
  if (!item) {
    const valid = steps.length === 0 ? 'it has no steps' : `${first} to ${first + steps.length - 1}`;
    throw new TandemError(
      'invalid_input',
      `onChange of "${block.blockId}" needs the payload {"current": ${first}}, with the number of a step: ${valid}.`,
    );
  }
  if (item.disabled) throw new TandemError('forbidden', `Step ${current} of "${block.blockId}" is disabled.`);
  return Number(current);
}
