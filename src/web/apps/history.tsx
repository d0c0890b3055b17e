import type { ReactNode } from 'react';
import type { Done } from '../../protocol/app-session-state.ts';

/** Who did what, the newest first. */
export function History({ lines }: { lines: readonly Done[] }): ReactNode {
  return (
    <aside aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol>
        {lines
          .map((line, index) => ({ line, key: `${line.timestamp} ${index}` }))
          .reverse()
          .map(({ line, key }) => (
            <li key={key} data-actor={line.actor.kind}>
              <b>{WHO[line.actor.kind]}</b> {toWords(line)}
              {typeof line.error === 'string' && <small className="fault">{line.error}</small>}
              <time dateTime={line.timestamp}>{new Date(line.timestamp).toLocaleTimeString()}</time>
            </li>
          ))}
      </ol>
    </aside>
  );
}

const WHO = { agent: 'Agent', person: 'You', system: 'Tandem' };

function toWords({ action, blockId, event, method, pageId, value, key, name }: Done): string {
  const text = (given: unknown) => (typeof given === 'string' ? given : JSON.stringify(given));
  if (action === 'setValue') return `${blockId}: ${text(value)}`;
  if (action === 'triggerEvent') return `${blockId} ${event}`;
  if (action === 'callMethod') return `${blockId} ${method}`;
  if (action === 'navigate') return `to ${pageId}`;
  if (action === 'create') return `began “${name}”`;
  return [action, key].filter(Boolean).map(text).join(' ');
}
