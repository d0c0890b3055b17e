import { type ReactNode, useCallback } from 'react';
import { SharePanel } from './share-panel.tsx';

/** The sharing of a session whose own page has no room for it. */
export function SharePage({ sessionId }: { sessionId: string }): ReactNode {
  const onName = useCallback((name: string) => {
    document.title = `Share ${name} · Tandem`;
    const heading = document.getElementById('title');
    if (heading) heading.textContent = `Share “${name}”`;
  }, []);
  return <SharePanel sessionId={sessionId} onName={onName} />;
}
