import { Fragment, type ReactNode, useState } from 'react';
import type { AppSessionState } from '../../../protocol/app-session-state.ts';
import { whoDid } from '../../page/timeline/who-did.ts';
import type { Away, Wish } from './frame-link.ts';

/** Somebody took the session to another page while the person was typing: they choose where they want to be. */
export function AwayNotice({
  away: { here, there },
  page: { history, you },
  want,
}: {
  away: Away;
  page: Pick<AppSessionState, 'history' | 'you'>;
  want(wish: Wish): void;
}): ReactNode {
  const [isStaying, setStaying] = useState(false);
  const stay = () => {
    setStaying(true);
    want('stay');
  };
  const move = history.findLast(({ label, rest }) => label === there || rest?.endsWith(there));
  const who = move ? whoDid(move.actor, you, 1) : 'Agent';
  return (
    <div className="notice" role="alert">
      {isStaying ? (
        <Fragment key="staying">
          <p>
            You are still on <b>{here}</b>, and the session is on <b>{there}</b>. What you type here is kept
            until you bring the session back.
          </p>
          <span className="buttons">
            <button type="button" className="primary" onClick={() => want('bringBack')}>
              Bring the session back
            </button>
            <button type="button" onClick={() => want('follow')}>
              Follow
            </button>
          </span>
        </Fragment>
      ) : (
        <Fragment key="asked">
          <p>
            {who} opened <b>{there}</b> while you were typing.
          </p>
          <span className="buttons">
            <button type="button" className="primary" onClick={() => want('follow')}>
              Follow
            </button>
            <button type="button" onClick={stay}>
              Stay
            </button>
          </span>
        </Fragment>
      )}
    </div>
  );
}
