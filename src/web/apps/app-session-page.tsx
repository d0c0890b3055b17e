import type { ReactNode } from 'react';
import { PlainPage } from './plain-page.tsx';
import { ReplicaPage } from './replica/replica-page.tsx';
import { useClient } from './replica/use-client.ts';

/** A session of an app: the page that the agent is on, for a person to look at and to use. */
export function AppSessionPage({ sessionId }: { sessionId: string }): ReactNode {
  const isPlain = new URLSearchParams(location.search).get('view') === 'plain';
  const client = useClient(sessionId, !isPlain);
  if (isPlain) return <PlainPage sessionId={sessionId} reason="" />;
  if (client?.status === 'ready') return <ReplicaPage sessionId={sessionId} client={client} />;
  if (client?.status === 'none') return <PlainPage sessionId={sessionId} reason={client.reason} />;
  return (
    <main>
      <p role="status">
        {client?.step ?? 'Loading…'} {client && <a href="?view=plain">Use the plain view meanwhile</a>}
      </p>
    </main>
  );
}
