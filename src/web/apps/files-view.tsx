import { type ReactNode, useId, useState } from 'react';
import { toFileContent } from './file-content.ts';
import type { NodeProps } from './node-props.ts';
import { factOf, partsOf, titleOf } from './part-of.ts';
import { PartViews } from './part-views.tsx';

/** Files of the app: those that are there, with what can be done with them, and a field to add others. */
export function FilesView({ node, use }: NodeProps): ReactNode {
  const { id = '', attributes = {}, events = [] } = node;
  const name = useId();
  const [isSending, setSending] = useState(false);
  const upload = factOf(node, 'upload');
  const [table] = partsOf(node, 'table');
  const rest = {
    ...node,
    parts: (node.parts ?? []).filter(({ kind }) => kind !== 'table'),
  };
  const trigger = (event: string, index: number) =>
    void use.actAsSeen({ type: 'triggerEvent', blockId: id, event, payload: { index } });
  async function send(chosen: File[]): Promise<void> {
    if (chosen.length === 0) return;
    setSending(true);
    const value = await Promise.all(chosen.map(toFileContent));
    await use.act({ type: 'setValue', blockId: id, value });
    setSending(false);
  }
  return (
    <div className="node input">
      {upload && (
        <>
          <label htmlFor={name}>{`${titleOf(node) ?? id}${attributes.required ? ' *' : ''}`}</label>
          <input
            id={name}
            type="file"
            multiple={Array.isArray(upload.value)}
            accept={factOf(node, 'accepts')}
            disabled={attributes.disabled === true || isSending}
            onChange={({ target }) => {
              const chosen = [...(target.files ?? [])];
              // So that the same file can be chosen again.
              target.value = '';
              void send(chosen);
            }}
          />
          {isSending && <p role="status">Uploading…</p>}
        </>
      )}
      {table && (
        <ul className="files">
          {table.rows.map(([file = '', size = '', , status = ''], row) => (
            <li key={table.from + row}>
              {events.includes('onDownload') ? (
                <button
                  type="button"
                  className="plain"
                  onClick={() => trigger('onDownload', table.from + row)}
                >
                  {file}
                </button>
              ) : (
                file
              )}{' '}
              <span className="quiet">
                {[size && `${size} bytes`, status === 'done' ? '' : status].filter(Boolean).join(', ')}
              </span>{' '}
              {events.includes('onRemove') && (
                <button
                  type="button"
                  aria-label={`Remove ${file}`}
                  disabled={attributes.disabled === true}
                  onClick={() => trigger('onRemove', table.from + row)}
                >
                  Remove
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <PartViews node={rest} use={use} />
    </div>
  );
}
