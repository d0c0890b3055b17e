import { type ReactNode, useState } from 'react';
import type { ActiveSession } from '../../protocol/deed.ts';
import { TopBar } from '../page/parts/top-bar.tsx';
import { useConnectionBar } from '../page/parts/use-connection-bar.ts';
import { serverPath } from '../page/server-path.ts';
import { DeedFilters } from '../page/timeline/deed-filters.tsx';
import { DeedList } from '../page/timeline/deed-list.tsx';
import { useActivity } from './use-activity.ts';
import './activity.css';

const KINDS: Record<string, string> = {
  app: 'App',
  app_call: 'Tool of an app',
  live: 'Live UI',
  tool: 'Tool',
  chat: 'Chat',
};

/** All sessions that a person may see, by their last use, each with what happened last. */
export function ActivityPage(): ReactNode {
  const { sessions, hasEarlier, you, wanted, isAway, want, loadEarlier } = useActivity();
  const [isLoading, setLoading] = useState(false);
  useConnectionBar(isAway);
  const isFiltered = wanted.show.length > 0 || wanted.query !== '';
  return (
    <>
      <TopBar title="Activity" />
      <main className="tl activity">
        <DeedFilters wanted={wanted} onWant={want} />
        <p className="tl-empty" role="status">
          {sessions === undefined
            ? 'Loading…'
            : sessions.length > 0
              ? ''
              : isFiltered
                ? 'Nothing here matches.'
                : 'Nothing has happened yet. What agents and people do in sessions appears here.'}
        </p>
        {sessions?.map((session) => (
          <Session key={session.sessionId} session={session} you={you} />
        ))}
        {hasEarlier && (
          <button
            type="button"
            className="tl-earlier"
            disabled={isLoading}
            onClick={() => {
              setLoading(true);
              void loadEarlier().finally(() => setLoading(false));
            }}
          >
            {isLoading ? 'Loading…' : 'Earlier sessions'}
          </button>
        )}
      </main>
    </>
  );
}

function Session({ session, you }: { session: ActiveSession; you: string }): ReactNode {
  const { sessionId, name, kind, status, href, owner, deeds, hasMore } = session;
  const facts = [KINDS[kind] ?? kind, ...(owner === undefined ? [] : [`of ${owner}`])];
  if (status !== 'open') facts.push(status);
  return (
    <article>
      <h2>{href === undefined ? name : <a href={serverPath(href)}>{name}</a>}</h2>
      <p className="quiet">
        {facts.join(' · ')} ·{' '}
        <a href={serverPath(`/history/${encodeURIComponent(sessionId)}`)} aria-label={`History of ${name}`}>
          {hasMore ? 'Whole history' : 'History'}
        </a>
      </p>
      <DeedList deeds={deeds} you={you} label={`Last in ${name}`} />
    </article>
  );
}
