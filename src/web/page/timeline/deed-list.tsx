import { type ReactNode, useMemo } from 'react';
import type { ShownDeed } from '../../../protocol/deed.ts';
import { TimeAgo } from '../parts/time-ago.tsx';
import { DeedLine } from './deed-line.tsx';
import { type DeedGroup, groupDeeds } from './group-deeds.ts';
import { countAgents, whoDid } from './who-did.ts';
import './timeline.css';

/** Who did what, by call, the newest first. */
export function DeedList({
  deeds,
  you,
  label,
}: {
  /** The oldest first. */
  deeds: readonly ShownDeed[];
  you: string;
  label: string;
}): ReactNode {
  const groups = useMemo(() => groupDeeds(deeds), [deeds]);
  const agents = useMemo(() => countAgents(deeds), [deeds]);
  return (
    <ol className="tl-list" aria-label={label}>
      {groups.map((group) => (
        <li key={group.id} data-actor={group.actor.kind} data-failed={isFailed(group)}>
          <Call group={group} who={whoDid(group.actor, you, agents)} />
        </li>
      ))}
    </ol>
  );
}

function Call({ group: { deeds, timestamp }, who }: { group: DeedGroup; who: string }): ReactNode {
  const time = <TimeAgo time={timestamp} />;
  const [first] = deeds;
  if (first && deeds.length === 1)
    return (
      <DeedLine deed={first} who={who}>
        {time}
      </DeedLine>
    );
  return (
    <>
      <div className="tl-line">
        <span className="tl-sentence">
          <b className="tl-who">{who}</b> did {deeds.length} things
        </span>
        {time}
      </div>
      <ol>
        {deeds.map((deed) => (
          <li key={deed.id} data-failed={deed.reason !== undefined}>
            <DeedLine deed={deed} />
          </li>
        ))}
      </ol>
    </>
  );
}

function isFailed({ deeds }: DeedGroup): boolean {
  return deeds.some(({ reason }) => reason !== undefined);
}
