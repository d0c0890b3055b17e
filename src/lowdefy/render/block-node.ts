import { type FactName, type ViewFact, viewFactSchema } from '../../protocol/view-fact.ts';
import { FACT_WORDS } from '../../view/fact-words.ts';
import type { ViewNode, ViewPart } from '../../view/view-node.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import type { RenderContext } from './render-context.ts';
import { shortcutText } from './shortcut-text.ts';
import { htmlText, plainText } from './shown-text.ts';

type Attributes = NonNullable<ViewNode['attributes']>;

export interface NodeFacts {
  /** Null for what the tag already says. */
  type?: null;
  attributes?: Attributes;
  /** Undefined ones are left out. */
  parts?: (ViewPart | undefined)[];
  children?: ViewNode[];
  events?: string[];
  actions?: string[];
}

/** Methods that only move things on a screen. */
const ON_SCREEN = new Set([
  'exportDataAsCsv',
  'sizeColumnsToFit',
  'autoSize',
  'setFilterModel',
  'setQuickFilter',
  'fitBounds',
  'getBounds',
  'getCenter',
  'getZoom',
  'toggleSiderOpen',
  'setSiderOpen',
  'toggleDarkMode',
  'toggleMobileMenuOpen',
  'setMobileMenuOpen',
]);

/** The node of a block: what all blocks have comes from the snapshot, the rest from `facts`. */
export function toNode(tag: ViewNode['tag'], block: BlockSnapshot, facts: NodeFacts = {}): ViewNode {
  const events = facts.events ?? block.events;
  const actions = facts.actions ?? block.methods.filter((method) => !ON_SCREEN.has(method));
  const parts = facts.parts?.filter((part) => part !== undefined) ?? [];
  const shortcut = shortcutText(block, events);
  const attributes = presentAttributes({
    ...facts.attributes,
    ...(shortcut !== undefined && { shortcut }),
    loading: block.loading,
    ...(block.needsApproval && { approval: 'needed' }),
  });
  return {
    tag,
    id: block.blockId,
    ...(facts.type !== null && { type: block.type }),
    ...(attributes && { attributes }),
    ...(events.length > 0 && { events }),
    ...(actions.length > 0 && { actions }),
    ...(parts.length > 0 && { parts }),
    ...(facts.children?.length && { children: facts.children }),
  };
}

/** Those that are written; undefined if there are none. */
export function presentAttributes(attributes: Attributes): Attributes | undefined {
  const shown = Object.entries(attributes).filter(
    ([, value]) => value !== undefined && value !== false && !Number.isNaN(value),
  );
  return shown.length > 0 ? Object.fromEntries(shown) : undefined;
}

export function title(value: unknown): ViewPart | undefined {
  const text = htmlText(value);
  return text === undefined ? undefined : { kind: 'title', text };
}

export function text(value: unknown): ViewPart | undefined {
  const shown = htmlText(value);
  return shown === undefined ? undefined : { kind: 'text', text: shown };
}

/** A text that is shown literally, tags included. */
export function rawText(value: unknown): ViewPart | undefined {
  const shown = plainText(value);
  return shown === undefined ? undefined : { kind: 'text', text: shown };
}

export function field(name: string, value: unknown): ViewPart | undefined {
  return isNothing(value) ? undefined : { kind: 'field', name, value };
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || typeof value === 'function';
}

/** For agents only: how to do what people have a button for, and what the page shows in another way. */
export function hint(name: string, value: unknown): ViewPart | undefined {
  const part = field(name, value);
  return part?.kind === 'field' ? { ...part, kind: 'hint' } : part;
}

/** An app may provide any type: a fact of the wrong type is only shown. */
export function fact(name: FactName, value: unknown): ViewPart | undefined {
  if (isNothing(value)) return undefined;
  const part = { kind: 'fact', fact: name, value };
  // As provided: unknown keys are written, too.
  return viewFactSchema.safeParse(part).success ? (part as ViewFact) : field(FACT_WORDS[name], value);
}

export function note(value: unknown): ViewPart | undefined {
  const shown = htmlText(value);
  return shown === undefined ? undefined : { kind: 'note', text: shown };
}

/** Areas in the order in which components lay them out; others follow the content. */
const BEFORE = ['title', 'label', 'author', 'header', 'sider', 'content', 'children'];
const AFTER = ['extra', 'actions', 'action', 'footer'];

/** The children of some areas, or of all. */
export function renderAreas(block: BlockSnapshot, context: RenderContext, keys?: string[]): ViewNode[] {
  return renderAreasOf(block.areas, context, keys);
}

export function renderAreasOf(
  areas: Record<string, BlockSnapshot[]>,
  context: RenderContext,
  keys: string[] = Object.keys(areas).sort((a, b) => placeOf(a) - placeOf(b)),
): ViewNode[] {
  return keys.flatMap((key) => (Object.hasOwn(areas, key) ? context.renderBlocks(areas[key] ?? []) : []));
}

function placeOf(key: string): number {
  const before = BEFORE.indexOf(key);
  return before >= 0 ? before - BEFORE.length : AFTER.indexOf(key) + 1;
}
