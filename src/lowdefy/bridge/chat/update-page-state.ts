import type { EngineBlock } from '../../engine/engine-types.ts';
import { toMessage } from '../event-failure.ts';
import { chatPropertiesOf } from './chat-record.ts';

/** The one tool that runs in the browser: the agent writes to the state of the page. */
const TOOL = 'update-page-state';
const EVENT = '__updatePageState';

interface ToolCall {
  toolName: string;
  toolCallId: string;
  input: unknown;
}

export function registerUpdatePageState(block: EngineBlock): void {
  const actions = [{ id: 'setState', type: 'SetState', params: { _event: true } }];
  block.registerEvent?.({ name: EVENT, actions });
}

/** The part of the page's state that the agent may read and write; undefined for none. */
export function sharedStateOf(block: EngineBlock): Record<string, unknown> | undefined {
  const { sharedState } = chatPropertiesOf(block);
  const isObject = sharedState !== null && typeof sharedState === 'object' && !Array.isArray(sharedState);
  if (!isObject || Object.keys(sharedState).length === 0) return undefined;
  return sharedState as Record<string, unknown>;
}

/** The result of the tool, for the agent; undefined for other tools. Only shared keys are written. */
export async function updatePageState(
  block: EngineBlock,
  { toolName, toolCallId, input }: ToolCall,
): Promise<object | undefined> {
  if (toolName !== TOOL) return undefined;
  const about = { tool: TOOL, toolCallId };
  try {
    const updates = Object.entries((input as { updates?: object } | null | undefined)?.updates ?? {});
    const shared = sharedStateOf(block) ?? {};
    const allowed = updates.filter(([key]) => Object.hasOwn(shared, key));
    const ignored = updates.flatMap(([key]) => (Object.hasOwn(shared, key) ? [] : [key]));
    if (allowed.length > 0) await block.triggerEvent({ name: EVENT, event: Object.fromEntries(allowed) });
    const written = allowed.map(([key]) => key);
    return { ...about, output: { ok: true, written, ...(ignored.length > 0 && { ignored }) } };
  } catch (error) {
    return { ...about, state: 'output-error', errorText: toMessage(error) };
  }
}
