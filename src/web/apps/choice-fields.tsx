import { type ReactNode, useState } from 'react';
import { type InputControl, isSameOption, toFieldText } from './input-control.ts';
import { placeholderOf } from './limits-of.ts';
import type { FieldProps } from './typed-field.tsx';

type Choices = Extract<InputControl, { options: unknown }>;
type Set = FieldProps['set'];

export function CheckField({ value, field, set }: Pick<FieldProps, 'value' | 'field' | 'set'>): ReactNode {
  const [chosen, choose] = useChoice(value, set);
  return (
    <input
      {...field}
      type="checkbox"
      checked={chosen === true}
      onChange={({ target }) => choose(target.checked)}
    />
  );
}

export function OneOf({ node, control, value, field, set }: FieldProps & { control: Choices }): ReactNode {
  const [chosen, choose] = useChoice(value, set);
  const place = control.options.findIndex((option) => isSameOption(option.value, chosen));
  const isNone = chosen === null || chosen === undefined || (Array.isArray(chosen) && chosen.length === 0);
  const isElsewhere = place === -1 && !isNone;
  return (
    <>
      <select
        {...field}
        value={isElsewhere ? 'elsewhere' : place}
        onChange={({ target }) => choose(control.options[Number(target.value)]?.value ?? null)}
      >
        <option value={-1}>{placeholderOf(node) ?? '–'}</option>
        {isElsewhere && <option value="elsewhere">{toFieldText(control, chosen)}</option>}
        {control.options.map(({ label, isDisabled }, index) => (
          <option key={index} value={index} disabled={isDisabled}>
            {label}
          </option>
        ))}
      </select>
      <Rest control={control} />
    </>
  );
}

export function SeveralOf({
  label,
  control,
  value,
  disabled,
  set,
}: {
  label: string;
  control: Choices;
  value: unknown;
  disabled: boolean;
  set: Set;
}): ReactNode {
  const [now, choose] = useChoice(value, set);
  const chosen = Array.isArray(now) ? now : [];
  return (
    <fieldset disabled={disabled}>
      <legend>{label}</legend>
      {control.options.map((option, index) => (
        <label key={index}>
          <input
            type="checkbox"
            disabled={option.isDisabled}
            checked={chosen.some((one) => isSameOption(one, option.value))}
            onChange={({ target }) =>
              choose(
                target.checked
                  ? [...chosen, option.value]
                  : chosen.filter((one) => !isSameOption(one, option.value)),
              )
            }
          />{' '}
          {option.label}
        </label>
      ))}
      <Rest control={control} />
    </fieldset>
  );
}

function Rest({ control: { options, total } }: { control: Choices }): ReactNode {
  if (options.length >= total) return null;
  return (
    <p className="quiet">
      The first {options.length} of {total} choices are shown.
    </p>
  );
}

/** What was chosen shows at once, and what is chosen next builds on it, however long the server takes. */
function useChoice(value: unknown, set: Set): [unknown, (next: unknown) => void] {
  const [pending, setPending] = useState<{ value: unknown }>();
  async function choose(next: unknown): Promise<void> {
    const mine = { value: next };
    setPending(mine);
    await set(next);
    setPending((now) => (now === mine ? undefined : now));
  }
  return [pending ? pending.value : value, (next) => void choose(next)];
}
