import { z } from 'zod';
import type { Tool } from '../../area/tool.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { RunningApps } from '../runner/running-apps.ts';
import { callNamedTool } from './call-named-tool.ts';
import { toFormSteps } from './form-steps.ts';
import type { Control, NamedTool } from './named-tool.ts';
import { runForm } from './run-form.ts';
import { outcomeOutput } from './tool-arguments.ts';

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
    // Arguments are checked by the handler, which knows the fields.
    input: z.looseObject({}),
    inputJsonSchema: tool.inputSchema,
    output: outcomeOutput,
    ...(tool.outputSchema && { outputJsonSchema: tool.outputSchema }),
    annotations: tool.annotations,
    handle(args, ctx) {
      const steps = toFormSteps({ ...tool, name }, args);
      const target = { pageId: tool.pageId ?? '', ...address(tool, args) };
      return callNamedTool(
        {
          tool,
          app,
          sessionId: control(tool, args, 'sessionId') as string | undefined,
          work: (used) => runForm(tool, { steps, target }, used, ctx.sessions.limits),
        },
        ctx,
        apps,
      );
    },
  };
}

function address(tool: NamedTool, args: Record<string, unknown>) {
  const [input, urlQuery] = [control(tool, args, 'input'), control(tool, args, 'urlQuery')];
  return { ...(isRecord(input) && { input }), ...(isRecord(urlQuery) && { urlQuery }) };
}

function control(tool: NamedTool, args: Record<string, unknown>, name: Control): unknown {
  const key = tool.controls[name];
  return key === undefined ? undefined : args[key];
}
