import { type ReactNode, useId } from 'react';
import { AskControl } from './ask-control.tsx';
import { kindOf } from './field-schema.ts';
import type { FormField } from './use-ask-form.ts';

/** A field with its label, its description and its error. */
export function AskField({ field }: { field: FormField }): ReactNode {
  const id = useId();
  const name = (field.schema.title ?? field.name) + (field.required ? '' : ' (optional)');
  const about = (
    <>
      <small id={`${id}-hint`} className="td-hint">
        {field.schema.description}
      </small>
      <p id={`${id}-fault`} className="td-fault" role="alert">
        {field.fault}
      </p>
    </>
  );
  // Several boxes are a group, named by a legend instead of a label.
  if (kindOf(field.schema) === 'choices')
    return (
      <fieldset className="td-field field" aria-describedby={`${id}-hint ${id}-fault`}>
        <legend>{name}</legend>
        <AskControl id={id} field={field} />
        {about}
      </fieldset>
    );
  return (
    <div className="td-field field" data-kind={kindOf(field.schema)}>
      <label htmlFor={id}>{name}</label>
      <AskControl id={id} field={field} />
      {about}
    </div>
  );
}
