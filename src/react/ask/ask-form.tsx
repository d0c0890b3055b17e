import { type ReactNode, useEffect, useRef } from 'react';
import type { Ask, SendAnswer } from './ask.ts';
import { AskField } from './ask-field.tsx';
import { useAskForm } from './use-ask-form.ts';

/** Props of `AskForm`. */
export interface AskFormProps {
  ask: Pick<Ask, 'schema'>;
  send: SendAnswer;
  /** Default: "Send". */
  submitLabel?: string;
  /** Shown next to the submit button. */
  children?: ReactNode;
}

/**
 * The form generated from a question's schema, for tools without a plugin.
 *
 * @example
 * ```tsx
 * import { type Ask, AskForm, type SendAnswer } from 'tandem-mcp/react';
 *
 * export function Form({ ask, send }: { ask: Ask; send: SendAnswer }) {
 *   return (
 *     <AskForm ask={ask} send={send}>
 *       <a href="/help">Help</a>
 *     </AskForm>
 *   );
 * }
 * ```
 */
export function AskForm({ ask, send, submitLabel = 'Send', children }: AskFormProps): ReactNode {
  const form = useAskForm(ask, send);
  const element = useRef<HTMLFormElement>(null);
  const faults = form.fields.map(({ fault }) => fault).join();
  // Focus the first invalid field, so that nobody has to look for it.
  useEffect(() => {
    if (faults.replaceAll(',', '') !== '')
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);
  return (
    <form ref={element} className="td-form" noValidate onSubmit={form.submit}>
      {form.fields.map((field) => (
        <AskField key={field.name} field={field} />
      ))}
      <p className="td-fault" role="alert">
        {form.fault}
      </p>
      <div className="td-buttons">
        <button type="submit" className="td-primary" disabled={form.isSending}>
          {form.isSending ? 'Sending…' : submitLabel}
        </button>
        {children}
      </div>
    </form>
  );
}
