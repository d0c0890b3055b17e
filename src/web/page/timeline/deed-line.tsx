import type { ReactNode } from 'react';
import type { ShownDeed } from '../../../protocol/deed.ts';
import { DeedSentence } from './deed-sentence.tsx';

/** A deed; what there is to know besides its sentence folds out. `who`: where it stands alone. */
export function DeedLine({
  deed,
  who,
  children,
}: {
  deed: ShownDeed;
  who?: string;
  children?: ReactNode;
}): ReactNode {
  const { reason, changes = [], requests = [], texts = [] } = deed;
  const sentence = (
    <span className="tl-sentence">
      {who !== undefined && <b className="tl-who">{who} </b>}
      <DeedSentence deed={deed} />
      {reason !== undefined && <span className="tl-reason">{reason}</span>}
    </span>
  );
  if (changes.length + requests.length + texts.length === 0)
    return (
      <div className="tl-line">
        {sentence}
        {children}
      </div>
    );
  return (
    <details>
      <summary className="tl-line">
        {sentence}
        {children}
      </summary>
      <div className="tl-details">
        {changes.length > 0 && <Changes changes={changes} label={deed.label} />}
        {requests.length > 0 && <Requests requests={requests} />}
        {texts.map(({ title, text }) => (
          <figure key={title}>
            <figcaption>{title}</figcaption>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also for people without a mouse. */}
            <pre tabIndex={0}>{text}</pre>
          </figure>
        ))}
      </div>
    </details>
  );
}

function Changes({
  changes,
  label = 'Value',
}: {
  changes: NonNullable<ShownDeed['changes']>;
  label: string | undefined;
}): ReactNode {
  return (
    <dl className="tl-changes">
      {changes.map((change) => (
        <div key={change.label ?? ''}>
          <dt>{change.label ?? label}</dt>
          <dd>
            {change.before !== undefined && (
              <>
                <del>{change.before}</del> →{' '}
              </>
            )}
            {change.after === undefined ? <i>empty</i> : <ins>{change.after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Requests({ requests }: { requests: NonNullable<ShownDeed['requests']> }): ReactNode {
  return (
    <ul className="tl-requests" aria-label="Requests">
      {requests.map(({ name, success, ms, reason }, index) => (
        <li key={index} data-failed={!success}>
          <span aria-hidden="true">{success ? '✓' : '✕'}</span> <code>{name}</code>{' '}
          {success ? 'succeeded' : 'failed'}
          {ms !== undefined && ` in ${toDuration(ms)}`}
          {reason !== undefined && <span className="tl-reason">{reason}</span>}
        </li>
      ))}
    </ul>
  );
}

function toDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
