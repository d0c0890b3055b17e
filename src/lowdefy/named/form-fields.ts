import { isRecord } from '../../lib/is-record.ts';
import type { BlockMeta, McpPageSettings } from '../app/app.ts';
import { isOpening } from '../bridge/ui-state.ts';
import { schemaOfBlock } from './block-schema.ts';
import type { BuiltBlock, BuiltForm, PlacedBlock } from './built-page.ts';
import { actionsIn, builtEvents } from './classify-events.ts';
import { FormSchema } from './form-schema.ts';
import type { JsonSchema, McpSchema } from './json-schema.ts';
import type { NamedField } from './named-tool.ts';

export interface FieldSources {
  blockMetas: Record<string, BlockMeta>;
  mcpSchemas: Record<string, McpSchema>;
  settings: McpPageSettings | undefined;
  warn?(why: string): void;
}

export interface FormFields {
  fields: NamedField[];
  schema: FormSchema;
}

/** Events that happen by themselves when a page opens. */
export const START_EVENTS = new Set([
  'onInit',
  'onInitAsync',
  'onMount',
  'onMountAsync',
  'onEnter',
  'onEnterAsync',
]);

/** The inputs that belong to a form: those in the same dialog as what submits it, or on the page itself. */
export function toFormFields(
  page: BuiltForm,
  dialog: string | undefined,
  sources: FieldSources,
  /** Of a query: which inputs are filters. */
  isFilter?: (path: string) => boolean,
): FormFields {
  const fields: NamedField[] = [];
  const schema = new FormSchema();
  const isFilled = filledAtStart(page);
  for (const placed of page.blocks) {
    const { block, around } = placed;
    const category = sources.blockMetas[block.type]?.category;
    const isList = category === 'list';
    if (!isList && category !== 'input' && category !== 'input-container') continue;
    if (dialogOf(around) !== dialog || !isOffered(placed, sources.settings)) continue;
    const field = toField(placed, isList);
    // What lists contain is what a query shows.
    if (isFilter && (isList || field.blockId.includes('$') || !isFilter(field.path))) continue;
    const isAdded = isList
      ? schema.addList(field.path, describe(field, block, {}))
      : schema.add(field.path, schemaOf(field), isRequired(field));
    if (isAdded) fields.push(field);

    function schemaOf(one: NamedField): JsonSchema {
      const { type, properties, required } = block;
      const { valueType } = sources.blockMetas[type] ?? {};
      const own = schemaOfBlock(
        { blockId: block.blockId, type, properties, required, valueType },
        sources.mcpSchemas,
        sources.warn,
      );
      const description = describe(one, block, own);
      return description === undefined ? own : { ...own, description };
    }

    function isRequired({ conditional, path }: NamedField): boolean {
      return isNeeded(block.required) && !conditional && !isFilled(path);
    }
  }
  return { fields, schema };
}

function isNeeded(required: unknown): boolean {
  return required === true || (typeof required === 'string' && required !== '');
}

/** The innermost dialog around a block. */
export function dialogOf(around: readonly BuiltBlock[]): string | undefined {
  return around.findLast(({ type }) => isOpening(type))?.blockId;
}

/** Whether an agent could ever use it: not excluded, not always hidden, not always disabled. */
function isOffered({ block, around }: PlacedBlock, settings: McpPageSettings | undefined): boolean {
  const way = [...around, block];
  const { disabled, readOnly } = block.properties;
  if (disabled === true || readOnly === true) return false;
  return way.every(({ blockId, visible }) => visible !== false && !settings?.blocks[blockId]?.exclude);
}

function toField({ block, around }: PlacedBlock, isList: boolean): NamedField {
  const options = optionsOf(block);
  const isConditional = [...around, block].some(({ visible }) => visible !== undefined && visible !== true);
  return {
    path: typeof block.field === 'string' && block.field !== '' ? block.field : block.blockId,
    blockId: block.blockId,
    type: block.type,
    ...(isList && { isList }),
    ...(options && { options }),
    ...(isConditional && { conditional: true }),
  };
}

function optionsOf({ properties }: BuiltBlock): NamedField['options'] {
  const { options } = properties;
  if (options === undefined || options === null) return undefined;
  const text = JSON.stringify(options);
  if (!Array.isArray(options) || /"_[a-z]/.test(text))
    return text.includes('"_request"') ? 'request' : 'computed';
  return 'static';
}

/** What the schema and the name do not say: the title, if it has other words, and when the field is there. */
function describe(
  { path, conditional, options }: NamedField,
  { properties, required }: BuiltBlock,
  schema: JsonSchema,
): string | undefined {
  const label = isRecord(properties.label) ? properties.label.title : undefined;
  const title = [label, properties.title, properties.placeholder].find((text) => typeof text === 'string');
  const parts = [
    isSaid(title, path) ? undefined : title,
    schema.description,
    options === 'request' || options === 'computed' ? 'label or value' : undefined,
    conditional ? (isNeeded(required) ? 'required if shown' : 'if shown') : undefined,
  ].filter((part) => part !== undefined && part !== '');
  return parts.length > 0 ? parts.join('; ') : undefined;
}

/** `due_date` says "Due date". */
function isSaid(title: unknown, path: string): boolean {
  if (typeof title !== 'string') return true;
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return plain(title) === plain(path.split('.').at(-1) ?? '');
}

/** Which fields the page fills in itself when it opens. */
function filledAtStart({ blocks }: BuiltForm): (path: string) => boolean {
  const keys = new Set<string>();
  let isComputed = false;
  for (const { block } of blocks)
    for (const [event, handler] of builtEvents(block)) {
      if (!START_EVENTS.has(event)) continue;
      for (const { type, params } of actionsIn(handler)) {
        if (type !== 'SetState') continue;
        const names = isRecord(params) ? Object.keys(params) : ['_'];
        if (names.some((name) => name.startsWith('_'))) isComputed = true;
        for (const name of names) keys.add(name);
      }
    }
  return (path) => isComputed || [...keys].some((key) => path === key || path.startsWith(`${key}.`));
}
