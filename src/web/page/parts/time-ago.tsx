import type { ReactNode } from 'react';
import { toAgo } from '../to-ago.ts';

/** A time as people say it; all of it when they point at it. */
export function TimeAgo({ time }: { time: string }): ReactNode {
  return (
    <time dateTime={time} title={new Date(time).toLocaleString()}>
      {toAgo(time)}
    </time>
  );
}
