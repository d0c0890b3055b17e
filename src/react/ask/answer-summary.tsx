import type { ReactNode } from 'react';
import type { Ask } from './ask.ts';
import { choicesOf, type FieldSchema, fieldsOf } from './field-schema.ts';

/**
 * An accepted answer as a list, with the titles of fields and choices instead of their keys.
 *
 * @example
 * ```tsx
 * import { AnswerSummary, type Ask } from 'tandem-mcp/react';
 *
 * export function Answered({ ask }: { ask: Ask }) {
 *   return ask.status === 'answered' ? <AnswerSummary ask={ask} /> : null;
 * }
 * ```
 */
export function AnswerSummary({ ask }: { ask: Ask }): ReactNode {
  if (ask.answer?.action !== 'accept') return null;
  const { content } = ask.answer;
  const schemas = new Map(fieldsOf(ask.schema).map(({ name, schema }) => [name, schema]));
  const given = Object.entries(content);
  if (given.length === 0) return null;
  return (
    <dl className="td-given">
      {given.map(([name, value]) => (
        <div key={name}>
          <dt>{schemas.get(name)?.title ?? name}</dt>
          <dd>{toText(value, schemas.get(name) ?? {})}</dd>
        </div>
      ))}
    </dl>
  );
}

function toText(value: unknown, schema: FieldSchema): string {
  if (Array.isArray(value)) return value.map((one) => toText(one, schema.items ?? {})).join(', ') || 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return JSON.stringify(value);
  return choicesOf(schema)?.find((choice) => choice.value === value)?.title ?? String(value);
}
