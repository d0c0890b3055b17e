import type { ReactNode } from 'react';
import { choicesOf, type FieldSchema, kindOf } from './field-schema.ts';
import type { FormField } from './use-ask-form.ts';

const INPUT_TYPES: Record<string, string> = {
  email: 'email',
  uri: 'url',
  date: 'date',
  'date-time': 'datetime-local',
};
const SECRET = /pass(?:word|phrase|code)|secret|credential|api_?key|access_?token|private_?key/i;

/** The control of one field: every kind of answer that MCP allows, and JSON for the others. */
export function AskControl({ id, field }: { id: string; field: FormField }): ReactNode {
  const { schema, value, change } = field;
  const shared = {
    id,
    'aria-describedby': `${id}-hint ${id}-fault`,
    'aria-invalid': field.fault !== '' || undefined,
    'aria-required': field.required || undefined,
  };
  switch (kindOf(schema)) {
    case 'choice':
      return (
        <select {...shared} value={String(value)} onChange={(event) => change(event.target.value)}>
          {(!field.required || schema.default === undefined) && <option value="" />}
          {choicesOf(schema)?.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.title}
            </option>
          ))}
        </select>
      );
    case 'choices':
      return <Boxes field={field} />;
    case 'boolean':
      return (
        <input
          {...shared}
          type="checkbox"
          checked={value === true}
          onChange={(event) => change(event.target.checked)}
        />
      );
    case 'number':
      return (
        <input
          {...shared}
          {...boundsOf(schema)}
          type="number"
          value={String(value)}
          // An invalid number reads as empty, which would look like no answer.
          onChange={({ target }) => change(target.validity.badInput ? 'NaN' : target.value)}
        />
      );
    case 'text':
      return (
        <input
          {...shared}
          type={SECRET.test(field.name) ? 'password' : (INPUT_TYPES[schema.format ?? ''] ?? 'text')}
          autoComplete="off"
          value={String(value)}
          onChange={(event) => change(event.target.value)}
        />
      );
    default:
      return (
        <textarea
          {...shared}
          rows={5}
          spellCheck={kindOf(schema) !== 'json'}
          placeholder={kindOf(schema) === 'json' ? 'JSON' : undefined}
          value={String(value)}
          onChange={(event) => change(event.target.value)}
        />
      );
  }
}

function Boxes({ field: { schema, value, change } }: { field: FormField }): ReactNode {
  const chosen = Array.isArray(value) ? value : [];
  return choicesOf(schema.items ?? {})?.map((choice) => (
    <label key={choice.value} className="td-choice">
      <input
        type="checkbox"
        value={choice.value}
        checked={chosen.includes(choice.value)}
        onChange={({ target }) =>
          change(target.checked ? [...chosen, choice.value] : chosen.filter((one) => one !== choice.value))
        }
      />{' '}
      {choice.title}
    </label>
  ));
}

/** Bounds that only say "a safe integer" are not helpful. */
function boundsOf({ type, minimum, maximum }: FieldSchema): { step: string; min?: number; max?: number } {
  return {
    step: type === 'integer' ? '1' : 'any',
    ...(minimum !== undefined && minimum > -1e15 ? { min: minimum } : {}),
    ...(maximum !== undefined && maximum < 1e15 ? { max: maximum } : {}),
  };
}
