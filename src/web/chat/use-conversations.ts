import { useCallback, useEffect, useState } from 'react';
import type { ChatClient, ChatIndex } from '../../react/index.ts';

export interface Conversations {
  index?: ChatIndex;
  /** Why there is no list. */
  fault: string;
  refresh(): void;
}

/** The person's conversations, and what this server offers. Looked up again whenever `changed` is another value. */
export function useConversations(client: ChatClient, changed: string): Conversations {
  const [index, setIndex] = useState<ChatIndex>();
  const [fault, setFault] = useState('');
  const refresh = useCallback(() => {
    client.index().then(
      (found) => {
        setIndex(found);
        setFault('');
      },
      (error: unknown) => setFault((error as Error).message),
    );
  }, [client]);
  useEffect(refresh, [refresh, changed]);
  return { ...(index ? { index } : {}), fault, refresh };
}
