import { z } from 'zod';
import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { Target } from '../runner/app-runner.ts';
import type { UsedApp } from '../session/use-app.ts';
import { fillForm } from './fill-form.ts';
import type { FormStep } from './form-steps.ts';
import type { NamedTool } from './named-tool.ts';
import { type CallLimits, PageDriver } from './page-driver.ts';
import type { PageOutput } from './page-output.ts';
import { toAction, WHOLE_FORM, withLoadErrors } from './run-form.ts';
import type { Outcome } from './tool-arguments.ts';

const DEFAULT_ROWS = 50;

const rowsSchema = z.object({
  offset: z.int('offset must be a whole number.').min(0, 'offset starts at 0.').optional(),
  limit: z.int('limit must be a whole number.').min(1, 'limit starts at 1.').optional(),
  fields: z.array(z.string('A field must be text.'), 'fields must be a list of keys.').optional(),
});
type RowsWanted = z.infer<typeof rowsSchema>;

/** Which rows an agent wants. */
export function checkRows(given: Record<keyof RowsWanted, unknown>): RowsWanted {
  const { data, error } = rowsSchema.safeParse(given);
  if (data) return data;
  const why = error.issues[0]?.message ?? 'The rows are not valid.';
  throw new TandemError('invalid_input', `${why} Nothing was done.`);
}

export interface QueryLimits extends CallLimits {
  maxResultTokens: number;
}

interface QueryOpening {
  steps: readonly FormStep[];
  target: Target;
}

/** Opens the page of a query, sets its filters, and searches if that takes a button. Returns what went wrong. */
export async function openQuery(
  tool: NamedTool,
  { steps, target }: QueryOpening,
  driver: PageDriver,
): Promise<Record<string, string[]> | undefined> {
  const opened = await driver.open(target);
  if (opened !== undefined) return { [WHOLE_FORM]: [opened] };
  const { errors, navigatedTo } = await fillForm(steps, driver);
  if (navigatedTo !== undefined)
    return { [WHOLE_FORM]: [`Setting the filters led to page "${navigatedTo}".`] };
  if (Object.keys(errors).length > 0) return withLoadErrors(errors, driver);
  if (driver.loadErrors.length > 0) return withLoadErrors({}, driver);
  if (!tool.submit) return undefined;
  const [item] = await driver.act([toAction(tool.submit)]);
  if (item?.success) return undefined;
  return item?.validation ?? { [WHOLE_FORM]: [item?.error ?? 'The search failed.'] };
}

/** Returns what the page of a query shows. */
export async function runQuery(
  tool: NamedTool,
  query: QueryOpening & { rows: RowsWanted },
  used: UsedApp,
  limits: QueryLimits,
): Promise<Outcome> {
  const driver = new PageDriver(used, limits);
  const errors = await openQuery(tool, query, driver);
  if (errors) return { ok: false, errors, page: driver.pageId };
  const { limit = DEFAULT_ROWS } = query.rows;
  const output = await used.output({
    ...query.rows,
    limit,
    ...(tool.shows?.length && { blocks: tool.shows }),
  });
  if (output.unknownFields)
    return { ok: false, errors: { fields: output.unknownFields }, page: driver.pageId };
  return toOutcome(output, limits.maxResultTokens * 4);
}

function toOutcome({ data, requests, warnings }: PageOutput, maxCharacters: number): Outcome {
  const shown = { data, ...(requests && { requests }) };
  const isCut = cutRows(shown, maxCharacters);
  const notes = [
    ...warnings,
    ...(isCut ? ['Rows were left out to keep the result short; use offset, limit and fields.'] : []),
  ];
  return { ok: true, ...shown, ...(notes.length > 0 && { notes }) };
}

/** Halves the longest list of rows until the result is short enough. */
function cutRows(shown: Record<string, Record<string, unknown>>, maxCharacters: number): boolean {
  let isCut = false;
  for (;;) {
    if (JSON.stringify(shown).length <= maxCharacters) return isCut;
    const [longest] = Object.values(shown)
      .flatMap((outputs) => Object.values(outputs))
      .flatMap((output) =>
        isRecord(output) && Array.isArray(output.rows) ? [output as { rows: unknown[] }] : [],
      )
      .sort((a, b) => JSON.stringify(b.rows).length - JSON.stringify(a.rows).length);
    if (!longest || longest.rows.length < 2) return isCut;
    longest.rows = longest.rows.slice(0, Math.ceil(longest.rows.length / 2));
    isCut = true;
  }
}
