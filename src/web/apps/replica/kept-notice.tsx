import type { ReactNode } from 'react';
import type { KeptText } from '../../../protocol/frame-messages.ts';
import { CopyButton } from '../../page/parts/copy-button.tsx';
import type { Wish } from './frame-link.ts';

/** What the person typed and the session does not have: to put it back, to go where it belongs, or to copy it. */
export function KeptNotice({
  texts,
  want,
}: {
  texts: readonly KeptText[];
  want(wish: Wish): void;
}): ReactNode {
  const has = (place: KeptText['place']) => texts.some((text) => text.place === place);
  return (
    <div className="notice" role="status">
      <div>
        <p>What you typed has not reached the session. It is kept here.</p>
        <ul>
          {texts.map(({ page, label, text, place }, index) => (
            <li key={`${page} ${label} ${index}`}>
              <b>{label}</b>
              {place === 'elsewhere' && ` on ${page}`}
              {place === 'gone' && ' (removed in the meantime)'}: “{text}”{' '}
              <CopyButton text={text} what={`what you typed in ${label}`} />
            </li>
          ))}
        </ul>
      </div>
      <span className="buttons">
        {has('here') && (
          <button type="button" className="primary" onClick={() => want('putBack')}>
            Put it back
          </button>
        )}
        {!has('here') && has('elsewhere') && (
          <button type="button" className="primary" onClick={() => want('goBack')}>
            Go back to {texts.findLast(({ place }) => place === 'elsewhere')?.page}
          </button>
        )}
        <button type="button" onClick={() => want('discard')}>
          Discard
        </button>
      </span>
    </div>
  );
}
