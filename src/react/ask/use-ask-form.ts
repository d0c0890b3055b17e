import { type FormEvent, useMemo, useState } from 'react';
import { AnswerRefused, type Ask, type SendAnswer } from './ask.ts';
import { type FieldSchema, fieldsOf } from './field-schema.ts';
import { type RawValue, readField, toRaw } from './field-value.ts';
import { whenBack } from './unreachable-error.ts';

/** A field of a question's form: its value, its error, and how to change it. */
export interface FormField {
  name: string;
  schema: FieldSchema;
  required: boolean;
  value: RawValue;
  /** Its error; empty if there is none. */
  fault: string;
  change(value: RawValue): void;
}

/** What `useAskForm` returns. */
export interface AskFormState {
  fields: FormField[];
  /** An answer is on its way. */
  isSending: boolean;
  /** An error that does not belong to a field. */
  fault: string;
  /** For `<form onSubmit>`. */
  submit(event?: FormEvent): void;
}

/**
 * A headless form for a question: values, errors by field, and sending.
 *
 * @example
 * ```tsx
 * import { type Ask, type SendAnswer, useAskForm } from 'tandem-mcp/react';
 *
 * export function Form({ ask, send }: { ask: Ask; send: SendAnswer }) {
 *   const form = useAskForm(ask, send);
 *   return (
 *     <form onSubmit={form.submit}>
 *       {form.fields.map(({ name, value, change, fault }) => (
 *         <label key={name}>
 *           {name} <input value={String(value)} onChange={(event) => change(event.target.value)} /> {fault}
 *         </label>
 *       ))}
 *       <button disabled={form.isSending}>Send</button> {form.fault}
 *     </form>
 *   );
 * }
 * ```
 */
export function useAskForm(ask: Pick<Ask, 'schema'>, send: SendAnswer): AskFormState {
  const fields = useMemo(() => fieldsOf(ask.schema), [ask.schema]);
  const [values, setValues] = useState<Record<string, RawValue>>({});
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [isSending, setSending] = useState(false);
  const rawOf = (name: string, schema: FieldSchema) =>
    Object.hasOwn(values, name) ? (values[name] as RawValue) : toRaw(schema);

  async function submit(): Promise<void> {
    const content: Record<string, unknown> = {};
    const found: Record<string, string> = {};
    for (const { name, schema, required } of fields)
      try {
        const value = readField(schema, rawOf(name, schema), required);
        if (value !== undefined) content[name] = value;
      } catch (error) {
        found[name] = (error as Error).message;
      }
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setSending(true);
    try {
      await send({ action: 'accept', content });
    } catch (error) {
      const shown = toFaults(
        error,
        fields.map(({ name }) => name),
      );
      setFaults(shown);
      whenBack(error, () => setFaults((now) => (now === shown ? {} : now)));
    } finally {
      setSending(false);
    }
  }

  return {
    fields: fields.map(({ name, schema, required }) => ({
      name,
      schema,
      required,
      value: rawOf(name, schema),
      fault: faults[name] ?? '',
      change: (value) => setValues((before) => ({ ...before, [name]: value })),
    })),
    isSending,
    fault: faults[''] ?? '',
    submit(event) {
      event?.preventDefault();
      if (!isSending) void submit();
    },
  };
}

/** By field; what names none, or a part of none, is under ''. */
function toFaults(error: unknown, names: readonly string[]): Record<string, string> {
  const { message } = error as Error;
  if (!(error instanceof AnswerRefused) || Object.keys(error.fields).length === 0) return { '': message };
  const faults: Record<string, string> = {};
  for (const [path, fault] of Object.entries(error.fields)) {
    const name = names.find((one) => path === one || path.startsWith(`${one}.`)) ?? '';
    faults[name] ??= fault;
  }
  return faults;
}
