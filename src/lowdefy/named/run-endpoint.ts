import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import { didYouMean } from '../../lib/nearest.ts';
import type { AppAction } from '../bridge/actions/action.ts';
import type { UsedApp } from '../session/use-app.ts';
import type { NamedTool } from './named-tool.ts';
import { WHOLE_FORM } from './run-form.ts';
import type { Outcome } from './tool-arguments.ts';

/** The payload in a call's arguments. Refuses keys that the endpoint does not read. */
export function toPayload(tool: NamedTool, args: Record<string, unknown>): Record<string, unknown> {
  const { additionalProperties, properties } = tool.inputSchema;
  const controls = Object.values(tool.controls);
  const payload = Object.fromEntries(Object.entries(args).filter(([key]) => !controls.includes(key)));
  const known = Object.keys(isRecord(properties) ? properties : {}).filter((key) => !controls.includes(key));
  const unknown = Object.keys(payload).find((key) => !known.includes(key));
  if (additionalProperties !== false || unknown === undefined) return payload;
  throw new TandemError(
    'invalid_input',
    `Unknown argument "${unknown}" for ${tool.name}.${didYouMean(unknown, known)} Nothing was done.`,
  );
}

/** Calls an endpoint as `interact` does with `callApi`. */
export async function runEndpoint(
  tool: NamedTool,
  payload: Record<string, unknown>,
  used: UsedApp,
): Promise<Outcome> {
  const action: AppAction = { type: 'callApi', endpointId: tool.endpointId ?? '', payload };
  const { done } = await used.run([action], (runner, ref) => runner.act(ref, [action], { view: false }));
  const [item] = done;
  if (!item?.success) return { ok: false, errors: { [WHOLE_FORM]: [item?.error ?? 'The endpoint failed.'] } };
  const response = item.requestResults?.at(-1)?.response;
  return { ok: true, ...(response !== undefined && { response }) };
}
