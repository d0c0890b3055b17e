import { isRecord } from '../../lib/is-record.ts';
import type { AppAction } from '../bridge/actions/action.ts';
import type { LogItem } from '../bridge/recorder.ts';
import type { FormStep } from './form-steps.ts';

/** What filling in needs of a session. */
export interface FormPage {
  /** Performs actions; returns a line for each, fewer if one of them led to another page. */
  act(actions: AppAction[]): Promise<LogItem[]>;
  state(): Promise<unknown>;
}

export interface Filled {
  /** Why fields could not be set, by path. */
  errors: Record<string, string[]>;
  /** An action led away from the form. */
  navigatedTo?: string;
  messages: string[];
}

/**
 * Fills in a form as a person would who comes back to what was not there at first: what fails is tried again as long
 * as others succeed, because a value can show a field, or bring the options of another.
 */
export async function fillForm(steps: readonly FormStep[], page: FormPage): Promise<Filled> {
  const messages: string[] = [];
  let pending: readonly FormStep[] = steps;
  let isSecondLook = false;
  for (;;) {
    const { failed, navigatedTo, said } = await tryAll(pending, page);
    messages.push(...said);
    if (navigatedTo !== undefined) return { errors: {}, navigatedTo, messages };
    if (failed.size > 0 && failed.size < pending.length) {
      pending = pending.filter((step) => failed.has(step));
      continue;
    }
    if (failed.size > 0)
      return { errors: Object.fromEntries([...failed].map(([{ path }, why]) => [path, [why]])), messages };
    // Setting one field can hide another that was set before: its value is gone, and nobody was told.
    const lost = isSecondLook ? [] : await lostSteps(steps, page);
    if (lost.length === 0) return { errors: {}, messages };
    isSecondLook = true;
    pending = lost;
  }
}

interface Tried {
  failed: Map<FormStep, string>;
  navigatedTo?: string;
  said: string[];
}

async function tryAll(steps: readonly FormStep[], page: FormPage): Promise<Tried> {
  const state = steps.some((step) => 'items' in step) ? await page.state() : undefined;
  const planned = steps.flatMap((step) => toActions(step, state).map((action) => ({ step, action })));
  const failed = new Map<FormStep, string>();
  const said: string[] = [];
  const done = await page.act(planned.map(({ action }) => action));
  for (const [index, item] of done.entries()) {
    const step = planned[index]?.step;
    said.push(...(item.messages ?? []));
    if (item.navigatedTo !== undefined) return { failed, navigatedTo: item.navigatedTo, said };
    if (step && !item.success && !failed.has(step)) failed.set(step, item.error ?? 'It could not be set.');
  }
  return { failed, said };
}

function toActions(step: FormStep, state: unknown): AppAction[] {
  const { blockId } = step;
  if ('value' in step) return [{ type: 'setValue', blockId, value: step.value ?? null }];
  const items = valueAt(state, blockId);
  const count = Array.isArray(items) ? items.length : 0;
  const call = (method: string, ...args: unknown[]): AppAction => ({
    type: 'callMethod',
    blockId,
    method,
    args,
  });
  if (count <= step.items) return Array.from({ length: step.items - count }, () => call('pushItem'));
  return Array.from({ length: count - step.items }, (_, n) => call('removeItem', count - 1 - n));
}

/** Values that are no longer in the state; an app that clears a field itself leaves null there. */
async function lostSteps(steps: readonly FormStep[], page: FormPage): Promise<FormStep[]> {
  const state = await page.state();
  return steps.filter(
    (step) => 'value' in step && step.value !== null && valueAt(state, step.blockId) === undefined,
  );
}

function valueAt(state: unknown, path: string): unknown {
  let here = state;
  for (const part of path.split('.')) {
    if (Array.isArray(here)) here = here[Number(part)];
    else if (isRecord(here) && Object.hasOwn(here, part)) here = here[part];
    else return undefined;
  }
  return here;
}
