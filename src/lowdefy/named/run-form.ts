import type { AppAction } from '../bridge/actions/action.ts';
import type { LogItem } from '../bridge/recorder.ts';
import type { Target } from '../runner/app-runner.ts';
import type { UsedApp } from '../session/use-app.ts';
import { fillForm } from './fill-form.ts';
import type { FormStep } from './form-steps.ts';
import { atIndices, toListPath } from './list-path.ts';
import type { FormTrigger, NamedTool } from './named-tool.ts';
import { type CallLimits, PageDriver } from './page-driver.ts';
import type { Outcome } from './tool-arguments.ts';

/** Stands for errors that are about no field. */
export const WHOLE_FORM = '*';

/** Opens the page of a form, fills it in and submits it, with the actions that `interact` has. */
export async function runForm(
  tool: NamedTool,
  { steps, target }: { steps: readonly FormStep[]; target: Target },
  used: UsedApp,
  limits: CallLimits,
): Promise<Outcome> {
  const driver = new PageDriver(used, limits);
  const messages: string[] = [];
  const fail = (errors: Outcome['errors']): Outcome => ({
    ok: false,
    ...said(),
    errors,
    page: driver.pageId,
  });
  const said = () => (messages.length > 0 ? { messages } : {});

  const opened = await driver.open(target);
  if (opened !== undefined) return fail({ [WHOLE_FORM]: [opened] });
  for (const trigger of tool.openers ?? []) {
    const [item] = await driver.act([toAction(trigger)]);
    if (!item?.success) return fail(errorsOf(item));
  }
  const filled = await fillForm(steps, driver);
  messages.push(...filled.messages);
  if (filled.navigatedTo !== undefined)
    return fail({
      [WHOLE_FORM]: [`Filling in the form led to page "${filled.navigatedTo}"; nothing was submitted.`],
    });
  if (Object.keys(filled.errors).length > 0) return fail(withLoadErrors(filled.errors, driver));
  const results: LogItem['requestResults'] = [];
  for (const trigger of [tool.ask ?? [], tool.submit ?? []].flat()) {
    const [item] = await driver.act([toAction(trigger)]);
    messages.push(...(item?.messages ?? []));
    results.push(...(item?.requestResults ?? []));
    if (item?.success) continue;
    return { ok: false, ...shown(), errors: errorsOf(item), page: driver.pageId };
  }
  return { ok: true, ...shown(), page: driver.pageId };

  function shown(): Partial<Outcome> {
    return { ...(results && results.length > 0 && { requestResults: results }), ...said() };
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

/** A field without options is often the fault of a request that brings them. */
export function withLoadErrors(
  errors: Record<string, string[]>,
  { loadErrors }: PageDriver,
): Record<string, string[]> {
  return loadErrors.length === 0 ? errors : { ...errors, [WHOLE_FORM]: loadErrors };
}

export function toAction({ blockId, event }: FormTrigger): AppAction {
  return { type: 'triggerEvent', blockId, event };
}
