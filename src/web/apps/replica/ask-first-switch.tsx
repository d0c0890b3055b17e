import { type ReactNode, useEffect, useState } from 'react';
import type { AppSessionState } from '../../../protocol/app-session-state.ts';
import { postHold } from '../post-to-session.ts';

/** Whether an agent has to ask before it changes anything in this session. */
export function AskFirstSwitch({
  sessionId,
  page: { askFirst, you },
  onFault,
}: {
  sessionId: string;
  page: Pick<AppSessionState, 'askFirst' | 'you'>;
  onFault(message: string): void;
}): ReactNode {
  const isOn = askFirst !== undefined;
  // What the person wants shows at once; the server's word follows.
  const [wanted, setWanted] = useState(isOn);
  useEffect(() => setWanted(isOn), [isOn]);
  async function turn(on: boolean): Promise<void> {
    setWanted(on);
    await postHold(sessionId, { askFirst: on }).catch((error: Error) => {
      setWanted(isOn);
      onFault(error.message);
    });
  }
  const whom = askFirst && askFirst.userId !== you ? askFirst.by : 'me';
  return (
    <label className="ask-first">
      <input
        type="checkbox"
        checked={wanted}
        disabled={wanted !== isOn}
        onChange={(event) => void turn(event.target.checked)}
      />
      Ask {whom} before each change
    </label>
  );
}
