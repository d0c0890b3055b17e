import { z } from 'zod';
import type { CallContext } from '../../area/call-context.ts';
import type { InputRequired } from '../../area/input-required.ts';
import type { Tool, ToolResult } from '../../area/tool.ts';
import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import { checkPlain } from '../bridge/values/plain-value.ts';
import type { Target } from '../runner/app-runner.ts';
import type { RunningApps } from '../runner/running-apps.ts';
import type { UsedApp } from '../session/use-app.ts';
import { callNamedTool } from './call-named-tool.ts';
import { toFormSteps } from './form-steps.ts';
import type { Control, NamedTool } from './named-tool.ts';
import { runEndpoint, toPayload } from './run-endpoint.ts';
import { runForm, WHOLE_FORM } from './run-form.ts';
import { optionsInput, optionsOutput, runOptions } from './run-options.ts';
import { checkRows, type QueryLimits, runQuery } from './run-query.ts';
import { type Outcome, outcomeOutput } from './tool-arguments.ts';

type Arguments = Record<string, unknown>;

/** As interact allows. */
const MAX_REASON = 500;

/** One of the app's own tools as agents call it. `name` differs from the tool's own if two apps have that name. */
export function toAreaTool(
  tool: NamedTool,
  { app, name }: { app: string; name: string },
  apps: RunningApps,
): Tool {
  return {
    name,
    title: tool.title,
    description: tool.description,
    inputJsonSchema: tool.inputSchema,
    ...(tool.outputSchema && { outputJsonSchema: tool.outputSchema }),
    annotations: tool.annotations,
    ...(tool.kind === 'options'
      ? { input: optionsArguments(tool), output: optionsOutput, handle: callOptions }
      : // The handler knows the fields and checks them.
        { input: z.looseObject({}), output: outcomeOutput, handle: callTool }),
  };

  async function callTool(args: Arguments, ctx: CallContext): Promise<ToolResult | InputRequired> {
    const { limits } = ctx.sessions;
    const done = ({ ok, ...rest }: Outcome) => ({ ok, structured: { ok, ...rest } });
    const reason = control(args, 'reason');
    const call = {
      tool,
      app,
      args,
      reason: typeof reason === 'string' ? reason.slice(0, MAX_REASON) : undefined,
      sessionId: sessionOf(args),
      toWork(given: Arguments) {
        const work = toWork(given, limits);
        return async (used: UsedApp) => done(await work(used));
      },
      toFailure: (message: string) => done({ ok: false, errors: { [WHOLE_FORM]: [message] } }),
    };
    return callNamedTool(call, ctx, apps);
  }

  /** What a call does in its session; throws if its arguments are wrong. */
  function toWork(args: Arguments, limits: QueryLimits): (used: UsedApp) => Promise<Outcome> {
    if (tool.kind === 'endpoint') {
      const payload = toPayload({ ...tool, name }, args);
      return (used) => runEndpoint(tool, payload, used);
    }
    const steps = toFormSteps({ ...tool, name }, args);
    const target = targetOf(args);
    if (tool.kind === 'form') return (used) => runForm(tool, { steps, target }, used, limits);
    const rows = checkRows({
      offset: control(args, 'offset'),
      limit: control(args, 'limit'),
      fields: control(args, 'fields'),
    });
    return (used) => runQuery(tool, { steps, target, rows }, used, limits);
  }

  async function callOptions(args: Arguments, ctx: CallContext): Promise<ToolResult | InputRequired> {
    const { field, query } = optionsInput.parse(args);
    const sessionId = sessionOf(args);
    const wanted = { field, query, target: targetOf(args), isOwnSession: sessionId === undefined };
    const work = async (used: UsedApp) => ({ ok: true, structured: await runOptions(tool, wanted, used) });
    return callNamedTool({ tool, app, args, sessionId, toWork: () => work }, ctx, apps);
  }

  function sessionOf(args: Arguments): string | undefined {
    const given = control(args, 'sessionId');
    return given === undefined || given === null ? undefined : String(given);
  }

  function targetOf(args: Arguments): Target {
    const [input, urlQuery] = [addressPart(args, 'input'), addressPart(args, 'urlQuery')];
    return { pageId: tool.pageId ?? '', ...(input && { input }), ...(urlQuery && { urlQuery }) };
  }

  function addressPart(args: Arguments, key: 'input' | 'urlQuery'): Arguments | undefined {
    const given = control(args, key);
    if (given === undefined || given === null) return undefined;
    if (!isRecord(given)) throw new TandemError('invalid_input', `${key} of ${name} takes an object.`);
    checkPlain(given, key);
    return given;
  }

  function control(args: Arguments, key: Control): unknown {
    const argument = tool.controls[key];
    return argument === undefined ? undefined : args[argument];
  }
}

function optionsArguments({ fields, controls }: NamedTool) {
  const paths = fields.map(({ path }) => path) as [string, ...string[]];
  const address = Object.fromEntries(Object.values(controls).map((key) => [key, z.unknown().optional()]));
  return optionsInput.extend({ field: z.enum(paths), ...address }).strict();
}
