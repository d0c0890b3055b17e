import type { ViewNode } from '../../view/view-node.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { hint, renderAreas, toNode } from './block-node.ts';
import { fieldIds, fieldsHint } from './field-ids.ts';
import type { BlockRender, RenderContext } from './render-context.ts';
import { asArray, asRecord, htmlText, plainText } from './shown-text.ts';

export const renderTabs: BlockRender = (block, context) => {
  const { properties, ui } = block;
  const extra = plainText(properties.extraAreaKey);
  const panels = panelsOf(block, properties.tabs).filter(({ key }) => key !== extra);
  const active =
    ui.activeKey ?? plainText(properties.activeKey ?? properties.defaultActiveKey) ?? panels[0]?.key;
  return [
    toNode('tabs', block, {
      type: null,
      attributes: { active },
      parts: [howToOpen(block, panels, active === undefined ? [] : [active])],
      children: [
        ...panels.map((panel) => toTab(block, panel, panel.key === active, context)),
        ...(extra === undefined ? [] : renderAreas(block, context, [extra])),
      ],
    }),
  ];
};

/** Panels below each other; several can be open. */
export const renderCollapse: BlockRender = (block, context) => {
  const { properties, ui } = block;
  const panels = panelsOf(block, properties.panels);
  const open =
    ui.activeKeys ?? [properties.activeKey ?? properties.defaultActiveKey ?? panels[0]?.key].flat();
  const extras = asArray(properties.panels).flatMap((panel) => plainText(asRecord(panel).extraKey) ?? []);
  return [
    toNode('tabs', block, {
      parts: [howToOpen(block, panels, open.map(String))],
      children: [
        ...panels.map((panel) => toTab(block, panel, open.includes(panel.key), context)),
        ...renderAreas(block, context, extras),
      ],
    }),
  ];
};

/** Panels next to each other; some can be collapsed. */
export const renderSplitter: BlockRender = (block, context) => {
  const panels = panelsOf(block, asArray(block.properties.panels));
  const open = panels.filter(({ key }) => block.ui.activeKeys?.includes(key) ?? true);
  if (block.events.length === 0)
    return renderAreas(
      block,
      context,
      open.map(({ key }) => key),
    );
  const folded = panels.find((panel) => !open.includes(panel)) ?? panels.find(({ isFolding }) => isFolding);
  return [
    toNode('tabs', block, {
      parts: [
        block.events.includes('onCollapse') && folded
          ? hint('To collapse or expand', { event: 'onCollapse', payload: { panel: folded.key } })
          : undefined,
      ],
      children: panels.map((panel) => toTab(block, panel, open.includes(panel), context)),
    }),
  ];
};

interface Panel {
  key: string;
  title: string;
  disabled: boolean;
  /** Its shortcut. */
  shortcut?: string | undefined;
  isFolding?: boolean;
}

function panelsOf(block: BlockSnapshot, given: unknown): Panel[] {
  if (!Array.isArray(given)) {
    const keys = Object.keys(block.areas).sort();
    return keys.map((key) => ({ key, title: key, disabled: false }));
  }
  return given.map((panel) => {
    const { key, title, disabled, shortcut, collapsible } = asRecord(panel);
    const name = String(key);
    return {
      key: name,
      title: htmlText(title) ?? name,
      disabled: disabled === true,
      shortcut: plainText(shortcut),
      isFolding: Boolean(collapsible),
    };
  });
}

function toTab(block: BlockSnapshot, panel: Panel, isActive: boolean, context: RenderContext): ViewNode {
  const { key, title, disabled, shortcut } = panel;
  const children = isActive ? renderAreas(block, context, [key]) : [];
  // Setting one of them opens the tab, so an agent need not open it to find out.
  const fields = isActive || disabled ? undefined : fieldsHint(fieldIds(block.areas[key]));
  return {
    tag: 'tab',
    attributes: {
      key,
      title,
      ...(isActive && { active: true }),
      ...(disabled && { disabled: true }),
      ...(shortcut !== undefined && { shortcut }),
    },
    ...(fields && { parts: [fields] }),
    ...(children.length > 0 && { children }),
  };
}

function howToOpen(block: BlockSnapshot, panels: Panel[], active: string[]) {
  const other = panels.find(({ key, disabled }) => !disabled && !active.includes(key));
  if (!other || !block.events.includes('onChange')) return undefined;
  const activeKey = block.type === 'Collapse' ? [...active, other.key] : other.key;
  return hint('onChange opens another', { activeKey });
}
