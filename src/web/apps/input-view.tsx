import { type ReactNode, useId } from 'react';
import { type Control, controlOf, toFieldText } from './control-of.ts';
import type { NodeProps } from './node-props.ts';
import { fieldOf, partsOf, titleOf } from './part-of.ts';
import { PartViews } from './part-views.tsx';
import { type FieldProps, TypedField } from './typed-field.tsx';

/** Said by the field itself. */
const IN_FIELD = new Set([
  'Current value',
  'Placeholder',
  'Minimum',
  'Maximum',
  'Step',
  'Decimals',
  'Maximum length',
]);

/** An input of the app. What is being typed is the person's until they leave the field, whatever the agent does. */
export function InputView({ node, use }: NodeProps): ReactNode {
  const { id = '', attributes = {}, children = [] } = node;
  const name = useId();
  const control = controlOf(node);
  const value = fieldOf(node, 'Current value');
  const faults = [...partsOf(node, 'error'), ...partsOf(node, 'warning')];
  const rest = {
    ...node,
    parts: (node.parts ?? []).filter(
      (part) =>
        !(part.kind === 'field' && IN_FIELD.has(part.name)) &&
        part.kind !== 'error' &&
        part.kind !== 'warning',
    ),
  };
  const hasValue = partsOf(node, 'field').some((part) => part.name === 'Current value');
  const field = {
    id: name,
    disabled: attributes.disabled === true,
    'aria-invalid': faults.length > 0,
    'aria-describedby': faults.length > 0 ? `${name}-faults` : undefined,
  };
  const set = (next: unknown) => use.act({ type: 'setValue', blockId: id, value: next });
  const label = `${titleOf(node) ?? id}${attributes.required ? ' *' : ''}`;
  return (
    <div className="node input">
      {control.kind === 'several' ? (
        <SeveralOf label={label} control={control} value={value} disabled={field.disabled} set={set} />
      ) : (
        <>
          {hasValue && <label htmlFor={name}>{label}</label>}
          {hasValue && (
            <Field
              node={node}
              address={use.address}
              control={control}
              value={value}
              field={field}
              set={set}
            />
          )}
        </>
      )}
      <div id={`${name}-faults`}>
        {faults.map(({ text }) => (
          <p key={text} className="fault">
            {text}
          </p>
        ))}
      </div>
      <PartViews node={rest} use={use} />
      {use.show(children)}
    </div>
  );
}

function Field(props: FieldProps): ReactNode {
  const { control, value, field, set } = props;
  if (control.kind === 'check')
    return (
      <input
        {...field}
        type="checkbox"
        checked={value === true}
        onChange={({ target }) => void set(target.checked)}
      />
    );
  if (control.kind === 'one') {
    const chosen = control.options.findIndex((option) => isSame(option.value, value));
    return (
      <select
        {...field}
        value={chosen}
        onChange={({ target }) => void set(control.options[Number(target.value)]?.value ?? null)}
      >
        <option value={-1}>{toFieldText(control, fieldOf(props.node, 'Placeholder')) || '–'}</option>
        {control.options.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  return <TypedField {...props} />;
}

function SeveralOf({
  label,
  control,
  value,
  disabled,
  set,
}: {
  label: string;
  control: Extract<Control, { options: unknown }>;
  value: unknown;
  disabled: boolean;
  set(value: unknown): Promise<boolean>;
}): ReactNode {
  const chosen = Array.isArray(value) ? value : [];
  const isChosen = (one: unknown) => chosen.some((other) => isSame(one, other));
  return (
    <fieldset disabled={disabled}>
      <legend>{label}</legend>
      {control.options.map((option) => (
        <label key={option.label}>
          <input
            type="checkbox"
            checked={isChosen(option.value)}
            onChange={({ target }) =>
              void set(
                target.checked
                  ? [...chosen, option.value]
                  : chosen.filter((one) => !isSame(one, option.value)),
              )
            }
          />{' '}
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
