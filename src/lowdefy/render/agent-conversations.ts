import { field, title, toNode } from './block-node.ts';
import type { BlockRender } from './render-context.ts';
import { asArray, asRecord, plainText } from './shown-text.ts';

/** The conversations to choose from, the open one, and what the menu of each offers. */
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
        disabled.length > 0 ? field('Disabled options', disabled) : undefined,
        field('Open', properties.activeKey ?? ui.activeKey),
        field('Button', plainText(asRecord(properties.creation).label) ?? 'New Chat'),
        field('To begin another', { event: 'onNew' }),
        events.includes('onSelect') ? field('To open one', by('onSelect', { key: usable?.key })) : undefined,
        events.includes('onMenuClick')
          ? field(
              'Menu of each',
              menu.map(({ key, label }) => ({ action: key, label })),
            )
          : undefined,
        events.includes('onMenuClick')
          ? field('To use it', by('onMenuClick', { action: menu[0]?.key, key: usable?.key }))
          : undefined,
      ],
    }),
  ];
};
