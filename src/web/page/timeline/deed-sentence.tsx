import type { ReactNode } from 'react';
import type { ShownDeed } from '../../../protocol/deed.ts';

/** What was done, with the label of the page in bold. `now`: as something that is being done. */
export function DeedSentence({ deed, now = false }: { deed: ShownDeed; now?: boolean }): ReactNode {
  const { verb, doing, label, rest, where, said } = deed;
  if (now)
    return (
      <>
        {doing ?? verb} {label !== undefined && <b>{label}</b>}
        {where}
      </>
    );
  return (
    <>
      {verb} {label !== undefined && <b>{label}</b>}
      {rest}
      {where}
      {said !== undefined && `: ${said}`}
    </>
  );
}
