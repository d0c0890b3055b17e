import type { AppAction } from '../bridge/actions/action.ts';
import type { LogItem } from '../bridge/recorder.ts';
import type { Target } from '../runner/app-runner.ts';
import { withGivenFiles } from '../session/given-files.ts';
import type { UsedApp } from '../session/use-app.ts';
import { fillForm } from './fill-form.ts';
import type { FormStep } from './form-steps.ts';
import { atIndices, toListPath } from './list-path.ts';
import type { FormTrigger, NamedTool } from './named-tool.ts';
import type { Outcome } from './tool-arguments.ts';

export interface FormLimits {
  maxActionsPerCall: number;
  maxUploadMb: number;
}

/** Stands for errors that are about no field. */
export const WHOLE_FORM = '*';

/** Opens the page of a form, fills it in and submits it, with the actions that `interact` has. */
export async function runForm(
  tool: NamedTool,
  { steps, target }: { steps: readonly FormStep[]; target: Target },
  used: UsedApp,
  limits: FormLimits,
): Promise<Outcome> {
  let page = target.pageId;
  const messages: string[] = [];
  const fail = (errors: Outcome['errors']): Outcome => ({ ok: false, ...said(), errors, page });
  const said = () => (messages.length > 0 ? { messages } : {});

  const opened = await open();
  if (opened !== undefined) return fail({ [WHOLE_FORM]: [opened] });
  for (const trigger of tool.openers ?? []) {
    const [item] = await act([toAction(trigger)]);
    if (!item?.success) return fail(errorsOf(item));
  }
  const filled = await fillForm(steps, { act, state: async () => (await used.state()).state });
  messages.push(...filled.messages);
  if (filled.navigatedTo !== undefined)
    return fail({
      [WHOLE_FORM]: [`Filling in the form led to page "${filled.navigatedTo}"; nothing was submitted.`],
    });
  if (Object.keys(filled.errors).length > 0) return fail(filled.errors);
  const results: LogItem['requestResults'] = [];
  for (const trigger of [tool.ask ?? [], tool.submit ?? []].flat()) {
    const [item] = await act([toAction(trigger)]);
    messages.push(...(item?.messages ?? []));
    results.push(...(item?.requestResults ?? []));
    if (item?.success) continue;
    return { ok: false, ...shown(), errors: errorsOf(item), page };
  }
  return { ok: true, ...shown(), page };

  function shown(): Partial<Outcome> {
    return { ...(results && results.length > 0 && { requestResults: results }), ...said() };
  }

  /** Why the page cannot be used, if so. */
  async function open(): Promise<string | undefined> {
    const action = { type: 'navigate' as const, ...target };
    const { page: now, done } = await used.run([action], (runner, ref) =>
      runner.navigate(ref, target, { view: false }),
    );
    page = now?.pageId ?? page;
    if (page !== target.pageId) return `Opening page "${target.pageId}" led to page "${page}".`;
    return done.find((item) => !item.success)?.error;
  }

  async function act(actions: readonly AppAction[]): Promise<LogItem[]> {
    const all: LogItem[] = [];
    for (let from = 0; from < actions.length; from += limits.maxActionsPerCall) {
      const part = actions.slice(from, from + limits.maxActionsPerCall);
      const given = await withGivenFiles(part, used.runner.facts, limits.maxUploadMb);
      const result = await used.run(part, (runner, ref) => runner.act(ref, given, { view: false }));
      page = result.page?.pageId ?? page;
      all.push(...result.done);
      if (result.done.some((item) => item.navigatedTo !== undefined)) break;
    }
    return all;
  }

  /** Validation errors by the argument that sets the field, and else why the action failed. */
  function errorsOf(item: LogItem | undefined): Record<string, string[]> {
    const fields = Object.entries(item?.validation ?? {}).map(([blockId, errors]) => [
      toPath(blockId),
      errors,
    ]);
    if (fields.length > 0) return Object.fromEntries(fields);
    return { [WHOLE_FORM]: [item?.error ?? 'The form could not be submitted.'] };
  }

  function toPath(blockId: string): string {
    const indices = blockId.split('.').filter((part) => /^\d+$/.test(part));
    const built = toListPath(blockId);
    return atIndices(tool.fields.find((one) => one.blockId === built)?.path ?? blockId, indices);
  }
}

function toAction({ blockId, event }: FormTrigger): AppAction {
  return { type: 'triggerEvent', blockId, event };
}
