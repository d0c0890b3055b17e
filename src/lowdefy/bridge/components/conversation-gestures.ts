import type { EngineBlock, Triggered } from '../../engine/engine-types.ts';
import type { UiState } from '../ui-state.ts';
import { chooseKey } from './choose-key.ts';
import type { OwnGestures } from './own-gestures.ts';

interface Conversation {
  key: string;
  type?: unknown;
  disabled?: unknown;
}

interface Properties {
  items?: Conversation[] | null;
  activeKey?: unknown;
  menu?: { key: string }[] | null;
}

/** The list next to a chat: open a conversation, start one, use the menu of one. */
export const conversationGestures: OwnGestures = {
  own: ['onSelect', 'onNew', 'onMenuClick'],
  offered(block) {
    const hasItems = usable(block).length > 0;
    const { menu } = propertiesOf(block);
    return ['onNew', ...(hasItems ? ['onSelect'] : []), ...(hasItems && menu?.length ? ['onMenuClick'] : [])];
  },
  toGesture,
};

function toGesture(block: EngineBlock, name: string, payload: unknown, ui: UiState): () => Triggered {
  const given = (payload ?? {}) as Record<string, unknown>;
  const tell = (event: object) => block.triggerEvent({ name, event });
  const { activeKey: previousKey, menu } = propertiesOf(block);
  if (name === 'onNew') return () => tell({});
  const conversation = choose(block, name, 'key', given.key, usable(block));
  const { key } = conversation;
  if (name === 'onSelect')
    return () => {
      ui.active[block.blockId] = [key];
      return tell({ key, previousKey });
    };
  const { key: action } = choose(block, name, 'action', given.action, menu ?? []);
  return () => tell({ action, conversationKey: key, conversation });
}

function propertiesOf({ eval: evaluated }: EngineBlock): Properties {
  return (evaluated?.properties ?? {}) as Properties;
}

function usable(block: EngineBlock): Conversation[] {
  const { items } = propertiesOf(block);
  return (Array.isArray(items) ? items : []).filter(({ type, disabled }) => type !== 'divider' && !disabled);
}

function choose<T extends { key: string }>(
  { blockId }: EngineBlock,
  name: string,
  key: string,
  value: unknown,
  all: T[],
): T {
  const wanted = chooseKey(blockId, name, { key, value, valid: all.map((one) => one.key) });
  return all.find((one) => one.key === wanted) as T;
}
