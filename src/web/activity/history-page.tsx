import { type ReactNode, useEffect, useState } from 'react';
import { TopBar } from '../page/parts/top-bar.tsx';
import { serverPath } from '../page/server-path.ts';
import { TimeLine } from '../page/timeline/time-line.tsx';
import './activity.css';

/** The history of one session, for kinds whose own pages have no room for it, and for sessions that have ended. */
export function HistoryPage({ sessionId }: { sessionId: string }): ReactNode {
  const [name, setName] = useState('');
  useEffect(() => {
    if (name !== '') document.title = `History of ${name} · Tandem`;
  }, [name]);
  return (
    <>
      <TopBar title={name || 'History'}>
        <a href={serverPath('/activity')}>Activity</a>
      </TopBar>
      <main className="activity">
        <TimeLine sessionId={sessionId} onName={setName} />
      </main>
    </>
  );
}
