import type { LiveMessage } from '../../src/protocol/live-messages.ts';

/** A message as any page may send it, and as tests look into it. */
export interface LooseMessage {
  type: LiveMessage['type'];
  data: Record<string, unknown>;
}
