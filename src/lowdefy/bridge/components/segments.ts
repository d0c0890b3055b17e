import type { EngineBlock } from '../../engine/engine-types.ts';
import type { UiState } from '../ui-state.ts';
import type { InputChange } from '../values/input-change.ts';
import { propertiesOf } from './gesture-step.ts';

/** Remembers that the component has had a value: until then it shows its first option as chosen. */
export function keepSegment({ blockId, value }: EngineBlock, ui: UiState): void {
  if (value !== null && value !== undefined) ui.active[blockId] = ['given'];
}

/** Browsers report the click on the text of an option, and then one on the option. */
export function toSegmentChanges(block: EngineBlock, value: unknown, ui: UiState): InputChange[] {
  const text: InputChange = { events: [], click: 'first' };
  if (!ui.active[block.blockId] && value === firstOption(block))
    return [
      text,
      {
        events: [],
        click: 'first',
        warning: `"${block.blockId}" has no value but shows its first option as chosen, so clicking that option changes nothing. Choose another option first.`,
      },
    ];
  return [text, { value, events: [{ name: 'onChange', event: { value } }], click: 'first' }];
}

function firstOption(block: EngineBlock): unknown {
  const { options } = propertiesOf(block);
  const [first] = Array.isArray(options) ? options : [];
  return first !== null && typeof first === 'object' ? first.value : first;
}
