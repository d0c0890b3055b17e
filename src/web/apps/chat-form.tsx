import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { ViewNode } from '../../view/view-node.ts';
import { toFileContent } from './file-content.ts';
import type { Trigger } from './node-props.ts';
import { factOf } from './part-of.ts';

/** Where a message is written. What was written and could not be sent stays. */
export function ChatForm({ node, trigger }: { node: ViewNode; trigger: Trigger }): ReactNode {
  const { events = [] } = node;
  const name = useId();
  const [text, setText] = useState('');
  const [isSending, setSending] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const example = factOf(node, 'sendMessage')?.payload;
  const files = factOf(node, 'attachments');
  const canSend = events.includes('onUserMessage') && !isSending;
  async function send(): Promise<void> {
    if (!canSend) return;
    setSending(true);
    const attached = await Promise.all([...(chooser.current?.files ?? [])].map(toFileContent));
    const payload = { text, ...(attached.length > 0 && { files: attached }) };
    if (await trigger('onUserMessage', payload)) {
      setText('');
      if (chooser.current) chooser.current.value = '';
    }
    setSending(false);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    void send();
  }
  function onKeyDown(event: KeyboardEvent): void {
    // Of scripts that are written in several keys, Enter may only end a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  }
  return (
    <form onSubmit={submit}>
      <label htmlFor={name}>Message</label>
      <textarea
        id={name}
        rows={2}
        value={text}
        placeholder={example?.text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      {files && <input ref={chooser} type="file" multiple accept={files.accept} aria-label="Attach files" />}
      <p className="buttons">
        <button type="submit" disabled={!canSend}>
          Send
        </button>
        {events.includes('onStop') && (
          <button type="button" onClick={() => void trigger('onStop')}>
            Stop
          </button>
        )}
      </p>
    </form>
  );
}
