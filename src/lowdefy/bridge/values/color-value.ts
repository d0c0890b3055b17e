import { TandemError } from '../../../errors.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { propertiesOf } from '../components/gesture-step.ts';
import type { InputChange } from './input-change.ts';
import { shown } from './value-limits.ts';

const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** A colour as the picker of 5 writes it: lower case, two digits per part, without alpha if opaque. */
export function toColor(block: EngineBlock, given: unknown): string {
  const { allowClear, disabledAlpha } = propertiesOf(block);
  if (given === null) {
    if (allowClear !== true)
      throw new TandemError(
        'forbidden',
        `Block "${block.blockId}" cannot be cleared; a person could not do this.`,
      );
    // When cleared, it is the same colour, but transparent.
    return `${String(block.value ?? '#000000').slice(0, 7)}00`;
  }
  if (typeof given !== 'string' || !HEX.test(given)) throw notTaken('a colour such as "#ff8800"');
  const digits = given.slice(1).toLowerCase();
  const full = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const color = `#${full.endsWith('ff') && full.length === 8 ? full.slice(0, 6) : full}`;
  if (disabledAlpha === true && color.length > 7) throw notTaken('an opaque colour');
  return color;

  function notTaken(what: string): TandemError {
    return new TandemError('invalid_input', `Block "${block.blockId}" takes ${what}, not ${shown(given)}.`);
  }
}

/** Open the picker, choose, close it. */
export function toColorChanges(block: EngineBlock, value: unknown): InputChange[] {
  const event = { value };
  const isCleared = String(value) === `${String(block.value).slice(0, 7)}00`;
  return [
    { events: [{ name: 'onOpenChange', event: { open: true } }], click: 'last' },
    {
      value,
      events: [
        { name: 'onChange', event },
        { name: 'onChangeComplete', event },
        ...(isCleared ? [{ name: 'onClear' }] : []),
      ],
      isInPopup: true,
    },
    { events: [{ name: 'onOpenChange', event: { open: false } }], isLeaving: true },
  ];
}
