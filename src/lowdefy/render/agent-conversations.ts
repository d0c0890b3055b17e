import { fact, hint, title, toNode } from './block-node.ts';
import type { BlockRender } from './render-context.ts';
import { asArray, asRecord, plainText } from './shown-text.ts';

/** The conversations to choose from, the open one, and the menu entries of each. */
export const renderAgentConversations: BlockRender = (block) => {
  const { properties, events, ui } = block;
  const items = asArray(properties.items)
    .map(asRecord)
    .filter((item) => item.type !== 'divider');
  const isGrouped = Boolean(properties.groupable);
  const options = items.map(({ key, label, group }) => {
    const name = [isGrouped && plainText(group), plainText(label)].filter(Boolean).join(': ');
    return { value: key, label: name };
  });
  const disabled = items.flatMap((item) => (item.disabled ? [item.key] : []));
  const usable = items.find((item) => !item.disabled);
  const menu = asArray(properties.menu).map(asRecord);
  const by = (event: string, payload: object) => ({ event, payload });
  return [
    toNode('container', block, {
      parts: [
        title('Conversations'),
        options.length > 0 ? { kind: 'options', options, total: options.length } : undefined,
        disabled.length > 0 ? fact('disabledOptions', disabled) : undefined,
        fact('openConversation', properties.activeKey ?? ui.activeKey),
        fact('newConversation', plainText(asRecord(properties.creation).label) ?? 'New Chat'),
        hint('To begin another', { event: 'onNew' }),
        events.includes('onSelect') ? hint('To open one', by('onSelect', { key: usable?.key })) : undefined,
        events.includes('onMenuClick')
          ? fact(
              'conversationMenu',
              menu.map(({ key, label }) => ({ action: key, label })),
            )
          : undefined,
        events.includes('onMenuClick')
          ? hint('To use it', by('onMenuClick', { action: menu[0]?.key, key: usable?.key }))
          : undefined,
      ],
    }),
  ];
};
