import { isRecord } from '../../lib/is-record.ts';
import { own } from '../../lib/own.ts';
import { createScrub, type Scrub } from '../connections/create-scrub.ts';
import type { AppSession } from './app-session.ts';
import { blockLabels } from './block-labels.ts';
import { blocksById } from './locate-block.ts';
import { pageTitle } from './page-title.ts';
import type { LogItem, TracedRequest } from './recorder.ts';
import { isSecret, secretBlocks } from './values/is-secret.ts';

/** What a history says about an action besides its input and outcome, for people. No passwords. */
export interface ActionFacts {
  /** What people call the block. */
  label?: string;
  /** The title of the page that it led to. */
  page?: string;
  /** The value of the block before, and what people see of the new one if that is something else. */
  before?: unknown;
  shown?: string;
  /** Messages of the app. */
  said?: string;
  error?: string;
  requests?: TracedRequest[];
}

interface Watched {
  blockId?: string;
  type: string;
  value?: unknown;
}

/** Of what the app said. */
const MAX_SAID = 300;
const MAX_REQUESTS = 50;
const MAX_VALUE = 5_000;

/** Notes how things are before an action. The function it returns is called after it. */
export function watchAction(
  session: AppSession,
  action: Watched,
): (item: LogItem, requests: TracedRequest[]) => ActionFacts {
  const { blockId } = action;
  const hasPage = session.history.length > 0;
  const before = hasPage && blockId !== undefined ? currentValue(session, blockId) : undefined;
  const label = labelOf(session, blockId);
  const typed = passwordsIn(session);
  return (item, requests) => {
    const scrub = createScrub([...typed, ...passwordsIn(session)]);
    const name = label ?? labelOf(session, blockId);
    const shown = action.type === 'setValue' ? optionLabel(session, blockId, action.value) : undefined;
    const said = item.messages?.join(' ').slice(0, MAX_SAID);
    const isElsewhere = item.navigatedTo !== undefined || (action.type === 'navigate' && item.success);
    const page = isElsewhere ? pageTitle(session) : undefined;
    return {
      ...(name !== undefined && { label: scrub(name) }),
      ...(page !== undefined && { page: scrub(page) }),
      ...(action.type === 'setValue' && before !== undefined && { before: toPlain(before) }),
      ...(shown !== undefined && { shown }),
      ...(said && { said: scrub(said) }),
      ...(item.error !== undefined && { error: scrub(item.error) }),
      ...(requests.length > 0 && { requests: toShown(requests, scrub) }),
    };
  };
}

/** It leaves this process. */
function toPlain(value: unknown): unknown {
  try {
    const text = JSON.stringify(value) ?? 'null';
    return text.length > MAX_VALUE ? `(${text.length} characters)` : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function labelOf(session: AppSession, blockId: string | undefined): string | undefined {
  return blockId === undefined ? undefined : own(blockLabels(session, [blockId]), blockId);
}

function toShown(requests: readonly TracedRequest[], scrub: Scrub): TracedRequest[] {
  return requests
    .slice(0, MAX_REQUESTS)
    .map(({ error, ...request }) => ({ ...request, ...(error !== undefined && { error: scrub(error) }) }));
}

/** Undefined for a password, and for what is not there. */
function currentValue(session: AppSession, blockId: string): unknown {
  const block = blockOf(session, blockId);
  return block && !isSecret(block) ? (block.value ?? undefined) : undefined;
}

/** Passwords on the page: an app may repeat them in what it says. */
function passwordsIn(session: AppSession): string[] {
  if (session.history.length === 0) return [];
  return secretBlocks(session.tree()).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}

/** What people see of a choice. */
function optionLabel(session: AppSession, blockId: string | undefined, value: unknown): string | undefined {
  if (blockId === undefined || session.history.length === 0 || value === null) return undefined;
  const { options } = blockOf(session, blockId)?.eval?.properties ?? {};
  if (!Array.isArray(options)) return undefined;
  const chosen = Array.isArray(value) ? value : [value];
  const labels = chosen.map((one) => {
    const found = options.find((option) => isRecord(option) && option.value === one) as
      | { label?: unknown }
      | undefined;
    return typeof found?.label === 'string' ? found.label : undefined;
  });
  return labels.every((label) => label !== undefined) && labels.length > 0 ? labels.join(', ') : undefined;
}

function blockOf(session: AppSession, blockId: string) {
  return blocksById(session.tree()).get(blockId)?.[0]?.tree.block;
}
