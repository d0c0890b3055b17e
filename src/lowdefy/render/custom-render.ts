import type { ViewNode, ViewPart } from '../../view/view-node.ts';
import type { McpRender } from '../app/app.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { renderAreas, toNode } from './block-node.ts';
import { toList } from './lists.ts';
import type { RenderContext } from './render-context.ts';

const TAG_OF = {
  input: 'input',
  'input-container': 'input',
  display: 'display',
  container: 'container',
  list: 'list',
} as const;

/** The tag around everything that was returned: the node has its own. */
const OUTER_TAG = /^\s*<(input|button|display|container|list|tabs|modal)(?:\s[^<>]*)?>([\s\S]*)<\/\1>\s*$/;
const PLACEHOLDER = /\{\{\s*(?:areas\.([^{}\s]{1,200})|(list))\s*\}\}/g;

/**
 * A block as its own plugin shows it to agents. What it returns is text, and is written as text; the real blocks
 * appear only where it says so (`{{areas.KEY}}`, `{{list}}`).
 */
export function renderCustom(block: BlockSnapshot, render: McpRender, context: RenderContext): ViewNode[] {
  const written = render(argumentsFor(block));
  if (typeof written !== 'string') throw new TypeError('it returned no text');
  const outer = OUTER_TAG.exec(written);
  const { before, children } = split(outer?.[2] ?? written, block, context);
  const tag = (outer?.[1] as ViewNode['tag'] | undefined) ?? TAG_OF[block.category];
  return [
    toNode(tag, block, {
      attributes: {
        required: block.required !== false && block.required !== '',
        disabled: Boolean(block.properties.disabled),
        validation: block.validation.status ?? undefined,
        items: block.category === 'list' ? block.items.length : undefined,
      },
      parts: before === '' ? [] : [asText(before)],
      children,
    }),
  ];
}

function argumentsFor(block: BlockSnapshot): Record<string, unknown> {
  return {
    blockId: block.blockId,
    type: block.type,
    meta: { category: block.category },
    properties: block.properties,
    value: block.value,
    required: block.required,
    validation: block.validation,
    events: Object.fromEntries(block.events.map((name) => [name, {}])),
    loading: block.loading,
    areas: block.areas,
    list: block.items,
    block,
    renderChildren: (area = 'content') => `{{areas.${area}}}`,
    renderListItems: () => '{{list}}',
  };
}

/** Text and blocks in order. A placeholder counts once: a second one may come from the data. */
function split(
  written: string,
  block: BlockSnapshot,
  context: RenderContext,
): { before: string; children: ViewNode[] } {
  let before: string | undefined;
  let at = 0;
  const children: ViewNode[] = [];
  const placed = new Set<string>();
  function addText(text: string): void {
    if (before === undefined) before = text;
    else if (text !== '') children.push({ tag: 'display', parts: [asText(text)] });
  }
  for (const found of written.matchAll(PLACEHOLDER)) {
    const [whole, area] = found;
    if (placed.has(whole)) continue;
    placed.add(whole);
    addText(written.slice(at, found.index).trim());
    children.push(
      ...(area === undefined ? (toList(block, context).children ?? []) : renderAreas(block, context, [area])),
    );
    at = found.index + whole.length;
  }
  addText(written.slice(at).trim());
  return { before: before ?? '', children };
}

function asText(text: string): ViewPart {
  return { kind: 'text', text };
}
