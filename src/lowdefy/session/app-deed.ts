import { isRecord } from '../../lib/is-record.ts';
import { own } from '../../lib/own.ts';
import type { DeedChange, DeedRequest, DeedWords } from '../../session/deed.ts';
import type { LogEntry } from '../../session/session-record.ts';
import { toApprovalDeed } from './approval-deed.ts';
import { toItemPlace } from './item-place.ts';

/** What somebody did, what they could not do, and what they are doing. */
type Verb = readonly [done: string, toDo: string, doing: string];

const EVENTS: Record<string, Verb> = {
  onClick: ['clicked', 'click', 'clicking'],
  onRowClick: ['chose a row in', 'choose a row in', 'choosing a row in'],
  onOk: ['confirmed', 'confirm', 'confirming'],
  onCancel: ['closed', 'close', 'closing'],
  onClose: ['closed', 'close', 'closing'],
  onApprove: ['approved a step in', 'approve a step in', 'approving a step in'],
  onReject: ['rejected a step in', 'reject a step in', 'rejecting a step in'],
  onUserMessage: ['wrote in', 'write in', 'writing in'],
  onSearch: ['searched in', 'search in', 'searching in'],
};
const USED: Verb = ['used', 'use', 'using'];
const METHODS: Record<string, Verb> = {
  pushItem: ['added an item to', 'add an item to', 'adding an item to'],
  unshiftItem: ['added an item to', 'add an item to', 'adding an item to'],
  removeItem: ['removed an item from', 'remove an item from', 'removing an item from'],
  moveItemUp: ['moved an item of', 'move an item of', 'moving an item of'],
  moveItemDown: ['moved an item of', 'move an item of', 'moving an item of'],
};
const OTHERS: Record<string, Verb> = {
  setValue: ['set', 'set', 'filling'],
  navigate: ['opened', 'open', 'opening'],
  callApi: ['called', 'call', 'calling'],
  setState: ['changed data of the page', 'change data of the page', 'changing data of the page'],
  setGlobal: ['changed data of the app', 'change data of the app', 'changing data of the app'],
  back: ['went back', 'go back', 'going back'],
};
const WHOLE: Record<string, string> = {
  pause: 'paused the agent',
  resume: 'let the agent continue',
  takeOver: 'took over',
  handBack: 'handed back to the agent',
  stop: 'stopped the agent',
  allow: 'allowed the agent again',
  askFirst: 'asked to approve each change',
  askNoMore: 'let the agent change things without asking',
};
const ABOUT_DATA = ['setState', 'setGlobal', 'back'];
const MAX_VALUE = 80;
const MAX_CHANGE = 500;

/** What happened in a session of an app, in the words of its pages. Undefined for what is not known. */
export function toAppDeed(entry: LogEntry): DeedWords | undefined {
  const { action } = entry;
  const whole = own(WHOLE, action);
  if (whole !== undefined) return { verb: whole };
  if (!('success' in entry)) return toApprovalDeed(entry);
  const [did, toDo, doing] = verbOf(entry);
  const reason = reasonOf(entry);
  const isValue = action === 'setValue';
  const isCleared = isValue && isNothing(entry.value);
  const label = labelOf(entry);
  const changes = changesOf(entry);
  const requests = requestsOf(entry);
  const { blockId, said, page } = entry;
  return {
    verb: reason !== undefined ? `could not ${toDo}` : isCleared ? 'cleared' : did,
    doing,
    ...(label !== undefined && { label }),
    ...(isValue && !isCleared && { rest: ` to ${toText(entry.shown ?? entry.value, MAX_VALUE)}` }),
    ...(action !== 'navigate' && typeof page === 'string' && { rest: ` and opened ${page}` }),
    ...whereOf(blockId),
    ...(typeof said === 'string' && said !== '' && reason === undefined && { said }),
    ...(reason !== undefined && { reason }),
    ...(changes.length > 0 && { changes }),
    ...(requests.length > 0 && { requests }),
    ...(typeof blockId === 'string' && { blockId }),
    ...(isValue && reason === undefined && { fold: String(blockId) }),
  };
}

function verbOf({ action, event, method }: LogEntry): Verb {
  if (action === 'triggerEvent') return own(EVENTS, String(event)) ?? USED;
  if (action === 'callMethod') return own(METHODS, String(method)) ?? USED;
  return own(OTHERS, action) ?? USED;
}

function reasonOf({ success, error }: LogEntry): string | undefined {
  if (success !== false) return undefined;
  return typeof error === 'string' && error !== '' ? error : 'It failed.';
}

function labelOf({ action, label, blockId, pageId, page, endpointId }: LogEntry): string | undefined {
  if (ABOUT_DATA.includes(action)) return undefined;
  if (action === 'navigate' && typeof page === 'string') return page;
  if (typeof label === 'string') return label;
  const id = [blockId, pageId, endpointId].find((one) => typeof one === 'string');
  // What has no label is called by the last part of its id.
  const last = id?.toString().split('.').at(-1);
  return last?.replaceAll(/[_-]+/g, ' ');
}

function whereOf(blockId: unknown): Pick<DeedWords, 'where'> {
  const where = typeof blockId === 'string' ? toItemPlace(blockId) : '';
  return where === '' ? {} : { where };
}

/** Values before and after, where they are known. */
function changesOf({ action, success, value, shown, before, key, values }: LogEntry): DeedChange[] {
  if (success === false) return [];
  if (action === 'setValue')
    return [{ ...(!isNothing(before) && { before: toText(before) }), ...afterOf(shown ?? value) }];
  if (action !== 'setState' && action !== 'setGlobal') return [];
  const all = isRecord(values) ? Object.entries(values) : [[key, value] as const];
  return all.flatMap(([name, one]) => (typeof name === 'string' ? [{ label: name, ...afterOf(one) }] : []));
}

function afterOf(value: unknown): Pick<DeedChange, 'after'> {
  return isNothing(value) ? {} : { after: toText(value) };
}

function requestsOf({ requests }: LogEntry): DeedRequest[] {
  if (!Array.isArray(requests)) return [];
  return requests.filter(isRecord).map(({ requestId, success, ms, error }) => ({
    name: String(requestId),
    success: success === true,
    ...(typeof ms === 'number' && { ms }),
    ...(typeof error === 'string' && { reason: error }),
  }));
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

function toText(value: unknown, most = MAX_CHANGE): string {
  const text =
    typeof value === 'string'
      ? value
      : typeof value === 'boolean'
        ? value
          ? 'yes'
          : 'no'
        : Array.isArray(value) && value.every((one) => typeof one === 'string')
          ? value.join(', ')
          : (JSON.stringify(value) ?? '');
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
