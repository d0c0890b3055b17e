import type { ReactNode } from 'react';
import type { LastDeedShown } from '../../protocol/page-messages.ts';
import { whoDid } from '../page/timeline/who-did.ts';

/** Who did what last in a session, as a sentence. */
export function LastDeedSentence({ last, you }: { last: LastDeedShown; you: string }): ReactNode {
  const { actor, verb, label, where } = last;
  return (
    <>
      {whoDid(actor, you, 1)} {verb} {label !== undefined && <b>{label}</b>}
      {where}
    </>
  );
}
