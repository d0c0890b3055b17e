import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { fromFieldText, type InputControl, toFieldText } from './input-control.ts';
import { numberLimits, placeholderOf } from './limits-of.ts';
import type { NodeProps } from './node-props.ts';
import { factOf } from './part-of.ts';

export interface FieldProps {
  node: NodeProps['node'];
  /** Of the page: what was typed at one address is not meant for another. */
  address: string;
  control: InputControl;
  value: unknown;
  field: { id: string; disabled: boolean };
  set(value: unknown): Promise<boolean>;
}

/** A field to type into. What was typed and could not be set stays: it is nowhere else. */
export function TypedField({ node, address, control, value, field, set }: FieldProps): ReactNode {
  const [draft, setDraft] = useState<{ text: string; address: string }>();
  const [refused, setRefused] = useState<string>();
  const sending = useRef<string>(undefined);
  const known = toFieldText(control, value);
  const typed = draft?.address === address ? draft.text : undefined;
  const drop = (text: string) => setDraft((now) => (now?.text === text ? undefined : now));
  async function commit(): Promise<void> {
    // Both Enter and leaving the field come here.
    if (typed === undefined || typed === sending.current) return;
    if (typed === known) return drop(typed);
    sending.current = typed;
    const isSet = await set(fromFieldText(control, typed));
    if (sending.current === typed) sending.current = undefined;
    if (isSet) drop(typed);
    setRefused(isSet ? undefined : typed);
  }
  // The value was set, though something that followed from it failed.
  useEffect(() => {
    if (refused === known) setDraft((now) => (now?.text === refused ? undefined : now));
  }, [refused, known]);
  const isUnsaved = typed !== undefined && typed === refused && typed !== known;
  const given = {
    ...field,
    value: typed ?? known,
    // Of a password it is seen that there is one, and no more.
    placeholder: String((control.kind === 'password' && value) || (placeholderOf(node) ?? '')),
    maxLength: factOf(node, 'maxLength'),
    onChange: ({ target }: { target: { value: string } }) => setDraft({ text: target.value, address }),
    onBlur: () => void commit(),
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') setDraft(undefined);
    if (key === 'Enter' && control.kind !== 'long') void commit();
  };
  const type = control.kind === 'json' ? 'text' : control.kind;
  return (
    <>
      {control.kind === 'long' ? (
        <textarea {...given} rows={3} onKeyDown={onKeyDown} />
      ) : (
        <input
          {...given}
          type={type}
          autoComplete="off"
          {...(type === 'number' && numberLimits(node))}
          onKeyDown={onKeyDown}
        />
      )}
      {isUnsaved && (
        <p className="fault">Not saved. Leave the field again to retry, or press Escape to discard.</p>
      )}
    </>
  );
}
