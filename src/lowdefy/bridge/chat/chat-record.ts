import type { ChatStatus, UIMessage } from 'ai';
import type { EngineBlock } from '../../engine/engine-types.ts';

/** The internal state of an AgentChat on the screen: plain JSON, saved with the session. */
export interface ChatRecord {
  /** What it was mounted with; the component keeps it, even if its properties change. */
  agent: { agentId: string; conversationId?: string; urlQuery?: unknown };
  messages: UIMessage[];
  status: ChatStatus;
  /** Why the last reply failed. */
  error?: string;
  /** Which of its switches are on. */
  switches: Record<string, boolean>;
  /** The properties that it has reacted to. */
  seen: { conversationId?: unknown; count: number; lastId: unknown };
  /** What it has reported to the app. */
  told: ToldOf;
}

/** Ids, and how many messages there were. */
export interface ToldOf {
  calls: string[];
  results: string[];
  messages: string[];
  titles: string[];
  count: number;
}

export function newChatRecord(block: EngineBlock): ChatRecord {
  const { agentId, conversationId, urlQuery, sender } = chatPropertiesOf(block);
  return {
    agent: {
      agentId: String(agentId),
      ...(conversationId ? { conversationId: String(conversationId) } : {}),
      ...(urlQuery ? { urlQuery } : {}),
    },
    messages: [],
    status: 'ready',
    switches: Object.fromEntries(listOf(sender?.switches).map((one) => [one.key, one.default ?? false])),
    seen: { conversationId, count: 0, lastId: null },
    told: noneTold(),
  };
}

export function noneTold(): ToldOf {
  return { calls: [], results: [], messages: [], titles: [], count: 0 };
}

export function isAnswering({ status }: ChatRecord): boolean {
  return status === 'submitted' || status === 'streaming';
}

export function uiMessageText(message: UIMessage | undefined): string {
  return (message?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** What can be clicked instead of typed. */
export interface Proposal {
  key?: string;
  label: string;
  description?: string;
}

/** The evaluated properties that the bridge reads. */
export interface ChatProperties {
  agentId?: unknown;
  conversationId?: unknown;
  urlQuery?: unknown;
  sharedState?: unknown;
  messages?: UIMessage[] | null;
  suggestions?: Proposal[] | null;
  welcome?: { prompts?: Proposal[] | null } | null;
  messageDisplay?: { actions?: unknown; editableMessages?: unknown } | null;
  sender?: {
    switches?: { key: string; label?: unknown; default?: boolean }[] | null;
    attachments?: {
      enabled?: unknown;
      accept?: unknown;
      maxSize?: unknown;
      s3PostPolicyRequestId?: unknown;
    } | null;
  } | null;
}

export function chatPropertiesOf(block: EngineBlock): ChatProperties {
  return (block.eval?.properties ?? {}) as ChatProperties;
}

/** The objects of a list; an app may provide anything. */
export function listOf<T extends object>(given: T[] | null | undefined): T[] {
  return Array.isArray(given) ? given.filter((one) => one !== null && typeof one === 'object') : [];
}

/** Below the last reply: the suggestions that the agent sent with it, otherwise those of the app. */
export function suggestionsOf({ suggestions }: ChatProperties, { messages }: ChatRecord): Proposal[] {
  const answer = messages.findLast(({ role }) => role === 'assistant');
  const sent = answer?.parts.findLast((part) => part.type === 'data-suggestions');
  const items = sent && 'data' in sent ? (sent.data as { items?: Proposal[] } | null)?.items : undefined;
  return listOf(items ?? suggestions);
}

/** Buttons below each reply: `regenerate`, `feedback`, `delete`. */
export function buttonsOf({ messageDisplay }: ChatProperties): Set<string> {
  const { actions } = messageDisplay ?? {};
  if (Array.isArray(actions)) return new Set(actions.map(String));
  const chosen = Object.entries(actions ?? {}).filter(([, isOn]) => isOn);
  return new Set(chosen.map(([name]) => name));
}
