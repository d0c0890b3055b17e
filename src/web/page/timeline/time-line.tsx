import { type ReactNode, useEffect, useId } from 'react';
import { serverPath } from '../server-path.ts';
import { DeedFilters } from './deed-filters.tsx';
import { DeedList } from './deed-list.tsx';
import { useTimeLine } from './use-time-line.ts';
import './timeline.css';

/** Who did what in a session of any kind, as it happens: to look through, to search, and to download. */
export function TimeLine({
  sessionId,
  onName,
}: {
  sessionId: string;
  onName?(name: string): void;
}): ReactNode {
  const line = useTimeLine(sessionId);
  const { deeds, wanted } = line;
  const id = useId();
  const isFiltered = wanted.show.length > 0 || wanted.query !== '';
  const { name } = line;
  useEffect(() => {
    if (name !== '') onName?.(name);
  }, [name, onName]);
  return (
    <section className="tl" aria-labelledby={id}>
      <header className="tl-head">
        <h2 id={id}>History</h2>
        <a href={serverPath(`/api/sessions/${encodeURIComponent(sessionId)}/history.jsonl`)} download>
          Download
        </a>
      </header>
      <DeedFilters wanted={wanted} onWant={line.want} />
      <p className="tl-empty" role="status">
        {line.isGone
          ? 'This history is not yours to see, or is gone.'
          : deeds === undefined
            ? 'Loading…'
            : deeds.length > 0
              ? ''
              : isFiltered
                ? 'Nothing here matches.'
                : 'Nothing has happened yet.'}
      </p>
      {deeds && deeds.length > 0 && <DeedList deeds={deeds} you={line.you} label="What happened" />}
      {line.hasEarlier && !line.isGone && (
        <button type="button" className="tl-earlier" disabled={line.isLoading} onClick={line.loadEarlier}>
          {line.isLoading ? 'Loading…' : 'Earlier'}
        </button>
      )}
    </section>
  );
}
