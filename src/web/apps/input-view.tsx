import { type ReactNode, useId } from 'react';
import { CheckField, OneOf, SeveralOf } from './choice-fields.tsx';
import { inputControlOf } from './input-control.ts';
import type { NodeProps } from './node-props.ts';
import { factOf, partsOf, titleOf } from './part-of.ts';
import { PartViews } from './part-views.tsx';
import { RangeField } from './range-field.tsx';
import { type FieldProps, TypedField } from './typed-field.tsx';

/** An input of the app. What is being typed is the person's until they leave the field, whatever the agent does. */
export function InputView({ node, use }: NodeProps): ReactNode {
  const { id = '', attributes = {}, children = [] } = node;
  const name = useId();
  const control = inputControlOf(node);
  const value = factOf(node, 'value');
  const faults = [...partsOf(node, 'error'), ...partsOf(node, 'warning')];
  const rest = {
    ...node,
    parts: (node.parts ?? []).filter(({ kind }) => kind !== 'error' && kind !== 'warning'),
  };
  const hasValue = partsOf(node, 'fact').some(({ fact }) => fact === 'value');
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
        {faults.map(({ text }, index) => (
          <p key={index} className="fault">
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
  if (control.kind === 'check') return <CheckField value={value} field={field} set={set} />;
  if (control.kind === 'one') return <OneOf {...props} control={control} />;
  if (control.kind === 'range') return <RangeField {...props} />;
  return <TypedField {...props} />;
}
