import type { McpAppSettings, McpPageSettings } from '../app/app.ts';
import type { BuiltForm, PlacedBlock } from './built-page.ts';
import {
  actionsIn,
  builtEvents,
  type ClassifiedEvents,
  classifyEvents,
  type PageEvent,
} from './classify-events.ts';
import { dialogOf, type FieldSources, toFormFields } from './form-fields.ts';
import type { FormTrigger, NamedTool } from './named-tool.ts';
import { OUTCOME_SCHEMA, withControls } from './tool-arguments.ts';
import { toToolName } from './tool-name.ts';

/** A tool that could be made of the app, and what the app's settings say about it. */
export interface Candidate {
  tool: NamedTool;
  /** A setting of its page or block names it, which offers it. */
  isNamed: boolean;
  /** A setting of its page or block turns it off. */
  isOff: boolean;
  /** For messages: `button "save" of page "edit"`. */
  from: string;
}

export interface ToolSources extends Omit<FieldSources, 'settings'> {
  settings: McpAppSettings;
  connections: ReadonlyMap<string, Record<string, unknown>>;
}

/** The forms of a page: one for each event that submits. */
export function toFormTools(page: BuiltForm, sources: ToolSources): Candidate[] {
  const events = classifyEvents(page, sources.connections);
  const made = events.submits.flatMap((submit) => toForm(page, submit, events, sources) ?? []);
  return made.filter(({ tool, isNamed }) => isNamed || tool.fields.length > 0);
}

/** The form that an event submits; undefined if agents cannot reach it. */
export function toForm(
  page: BuiltForm,
  submit: PageEvent,
  { submits }: ClassifiedEvents,
  sources: ToolSources,
): Candidate | undefined {
  const { pageId, title } = page;
  const settings = sources.settings.pages[pageId];
  const reach = reachOf(page, submit, settings);
  if (!reach) return undefined;
  const { openers, ask, dialog } = reach;
  const { block, around } = submit.placed;
  const way = [...around, block];
  const own = settings?.blocks[block.blockId];
  const { fields, schema } = toFormFields(page, dialog, { ...sources, settings });
  const several = submits.filter((one) => reachOf(page, one, settings)).length > 1;
  const pageName = settings?.toolName ?? pageId;
  const name = own?.toolName ?? (several ? toToolName(pageName, block.blockId) : toToolName(pageName));
  const button = typeof block.properties.title === 'string' ? block.properties.title : block.blockId;
  const confirms = [settings?.confirm, ...way.map(({ blockId }) => settings?.blocks[blockId]?.confirm)];
  const confirm = confirms.find((one) => typeof one === 'string') ?? confirms.includes(true);
  const { blockId, event } = submit;
  const tool: NamedTool = {
    kind: 'form',
    name,
    title: several ? `${title}: ${button}` : title,
    description: own?.description ?? settings?.description ?? describe(title, several ? button : undefined),
    ...withControls(schema.toJson(), page),
    outputSchema: OUTCOME_SCHEMA,
    annotations: { destructiveHint: submit.effect === 'changes' },
    auth: page.auth,
    pageId,
    submit: { blockId, event },
    ...(openers.length > 0 && { openers }),
    ...(ask && { ask }),
    ...(confirm && { confirm }),
    fields,
  };
  return {
    tool,
    isNamed: [own, settings].some((one) => one?.toolName !== undefined || one?.enabled === true),
    isOff: own?.enabled === false || settings?.enabled === false,
    from: `"${block.blockId}" of page "${pageId}"`,
  };
}

interface Reach extends Pick<NamedTool, 'ask'> {
  openers: FormTrigger[];
  /** The dialog that the fields are in. */
  dialog: string | undefined;
}

/** How an agent gets to what submits a form; undefined if it cannot. */
function reachOf(
  page: BuiltForm,
  { placed: { block, around } }: PageEvent,
  settings: McpPageSettings | undefined,
): Reach | undefined {
  const way = [...around, block];
  const isHidden = way.some(
    ({ blockId, visible }) => visible === false || settings?.blocks[blockId]?.exclude,
  );
  // A confirmation has no fields of its own: it is about the form around it.
  const isConfirmation = block.type === 'ConfirmModal';
  const formWay = isConfirmation ? around : way;
  const openers = openersOf(page, formWay);
  const ask = isConfirmation ? openerOf(page, block.blockId) : undefined;
  if (isHidden || settings?.exclude || !openers || (isConfirmation && !ask)) return undefined;
  return { openers, dialog: dialogOf(formWay), ...(ask && { ask }) };
}

function describe(title: string, button: string | undefined): string {
  return button === undefined ? `Submit "${title}".` : `Fill in "${title}" and press "${button}".`;
}

/** How to open the dialogs around a block; undefined if no button does. */
function openersOf(page: BuiltForm, way: PlacedBlock['around']): FormTrigger[] | undefined {
  const openers: FormTrigger[] = [];
  for (const [index, { blockId }] of way.entries()) {
    if (dialogOf(way.slice(0, index + 1)) !== blockId) continue;
    const opener = openerOf(page, blockId);
    if (!opener) return undefined;
    openers.push(opener);
  }
  return openers;
}

function openerOf({ blocks }: BuiltForm, dialog: string): FormTrigger | undefined {
  return blocks.flatMap(({ block }) => openingEvents(block, dialog))[0];
}

function openingEvents(block: PlacedBlock['block'], dialog: string): FormTrigger[] {
  if (block.blockId.includes('.$')) return [];
  return builtEvents(block).flatMap(([event, handler]) => {
    const isOpening = actionsIn(handler).some(({ type, params }) => {
      const call = params as { blockId?: unknown; method?: unknown } | null | undefined;
      return type === 'CallMethod' && call?.blockId === dialog && OPEN.has(String(call.method));
    });
    return isOpening && event === 'onClick' ? [{ blockId: block.blockId, event }] : [];
  });
}

const OPEN = new Set(['open', 'toggleOpen', 'setOpen']);
