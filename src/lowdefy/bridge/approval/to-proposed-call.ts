import { MASK } from '../../../lib/mask.ts';
import { secretsOf } from '../../runner/shown-state.ts';
import type { AppAction } from '../actions/action.ts';
import { guardOf } from '../actions/reach-block.ts';
import type { AppSession } from '../app-session.ts';
import { blockLabels } from '../block-labels.ts';
import { eachBlock, type Located } from '../locate-block.ts';
import { isExcluded, settingsFor } from '../to-snapshot.ts';
import { confirmOfEndpoint } from './needs-approval.ts';
import { isEditable, type ProposedCall, type ProposedStep, toValueText } from './proposed-call.ts';

const EVENTS: Record<string, string> = {
  onClick: 'Click',
  click: 'Click',
  onOk: 'Confirm',
  onCancel: 'Cancel',
  onClose: 'Close',
  onRowClick: 'Choose a row in',
  onSearch: 'Search in',
};
const METHODS: Record<string, string> = {
  pushItem: 'Add an item to',
  unshiftItem: 'Add an item to',
  removeItem: 'Remove an item from',
  moveItemUp: 'Move up an item of',
  moveItemDown: 'Move down an item of',
};

interface Words {
  /** What people call a block. */
  label(blockId: string): string;
  /** Blocks whose values must not be shown. */
  secrets: ReadonlySet<string>;
}

interface Guard {
  id: string;
  confirm: boolean | string | undefined;
}

/** The proposal of these actions; undefined if nobody has to approve any of them, unless a person wants to in any case. */
export function toProposedCall(
  session: AppSession,
  actions: readonly AppAction[],
  isWanted: boolean,
): ProposedCall | undefined {
  const guards = actions.flatMap((action) => guardsOf(session, action));
  if (guards.length === 0 && !isWanted) return undefined;
  const secrets = new Set(secretsOf(session));
  const labels = blockLabels(
    session,
    actions.map((action) => ('blockId' in action ? action.blockId : undefined)),
  );
  const label = (blockId: string) => labels[blockId] ?? blockId;
  return {
    app: session.app.title ?? session.app.name,
    guards: [...new Set(guards.map(({ id }) => id))],
    messages: [
      ...new Set(
        guards.flatMap(({ confirm }) => (typeof confirm === 'string' ? fill(confirm, session, actions) : [])),
      ),
    ],
    ...(session.history.length > 0 && { page: titleOf(session, session.visit.pageId) }),
    steps: actions.map((action) => toStep(action, session, { label, secrets })),
  };
}

function guardsOf(session: AppSession, action: AppAction): Guard[] {
  // An endpoint belongs to no page, so none need be open.
  const settings = session.history.length > 0 ? session.settings : undefined;
  const ofPage = settings?.confirm ? [{ id: session.visit.pageId, confirm: settings.confirm }] : [];
  switch (action.type) {
    case 'navigate':
      return [];
    case 'setState':
    case 'setGlobal':
      return ofPage;
    case 'callApi': {
      const confirm = confirmOfEndpoint(session.app, action.endpointId);
      return confirm ? [{ id: action.endpointId, confirm }, ...ofPage] : ofPage;
    }
    default:
      return guardsOfBlock(session, action.blockId);
  }
}

function guardsOfBlock(session: AppSession, blockId: string): Guard[] {
  if (session.history.length === 0) return [];
  const { settings } = session;
  const located = find(session, blockId);
  // It may be on the page once the actions before it are done.
  const id = located
    ? guardOf(session, located)
    : settingsFor(blockId, settings)?.confirm
      ? blockId
      : undefined;
  if (id === undefined) return [];
  return [{ id, confirm: settingsFor(id, settings)?.confirm ?? settings?.confirm }];
}

function toStep(action: AppAction, session: AppSession, { label, secrets }: Words): ProposedStep {
  switch (action.type) {
    case 'setValue': {
      const name = label(action.blockId);
      if (secrets.has(action.blockId)) return { verb: 'Set', label: name, to: MASK };
      const { value } = action;
      const before = find(session, action.blockId)?.tree.block.value;
      return {
        verb: 'Set',
        label: name,
        ...(before !== undefined && before !== null && { from: toValueText(before) }),
        to: toValueText(value),
        ...(isEditable(value) && { editable: value }),
      };
    }
    case 'triggerEvent': {
      const name = label(action.blockId);
      const verb = EVENTS[action.event] ?? `Trigger ${action.event} of`;
      return { verb, label: name, ...withValue(action.payload) };
    }
    case 'callMethod':
      return {
        verb: METHODS[action.method] ?? `Call ${action.method} of`,
        label: label(action.blockId),
        ...withValue(action.args),
      };
    case 'callApi':
      return { verb: 'Call', label: action.endpointId, ...withValue(action.payload) };
    case 'navigate':
      return { verb: 'Open the page', label: titleOf(session, action.pageId) };
    default: {
      const values = action.values ?? { [action.key ?? '']: action.value };
      return { verb: 'Set', label: Object.keys(values).join(', '), to: toValueText(values) };
    }
  }
}

function find(session: AppSession, blockId: string): Located | undefined {
  if (session.history.length === 0) return undefined;
  for (const located of eachBlock(session.tree()))
    if (located.tree.block.blockId === blockId && !isExcluded(blockId, session.settings)) return located;
  return undefined;
}

function withValue(value: unknown): Pick<ProposedStep, 'to'> {
  return value === undefined ? {} : { to: toValueText(value) };
}

function titleOf({ app }: AppSession, pageId: string): string {
  return app.pages.find((page) => page.pageId === pageId)?.title ?? pageId;
}

/** `{{ path }}` is the value at that path of the page's state, with the values that the actions set. */
function fill(message: string, { context, app }: AppSession, actions: readonly AppAction[]): string {
  return message.replace(/\{\{\s*([\w.$]+)\s*\}\}/g, (_, path: string) => {
    const set = actions.findLast((action) => action.type === 'setValue' && action.blockId === path);
    if (set?.type === 'setValue') return toValueText(set.value);
    return toValueText(app.packages.helpers.get(context.state, path, { default: undefined }));
  });
}
