import { z } from 'zod';
import type { CallContext } from '../../area/call-context.ts';
import { defineTool, type Tool, type ToolResult } from '../../area/tool.ts';
import { checkPlain } from '../bridge/values/plain-value.ts';
import type { Target } from '../runner/app-runner.ts';
import { callApp, type ViewOptions } from './app-call.ts';
import type { AppTools } from './app-tools.ts';
import {
  sessionIdInput,
  shownTarget,
  shownView,
  shownWait,
  targetInput,
  viewInput,
  waitInput,
} from './shared-input.ts';

export function createNavigate(apps: AppTools): Tool {
  return defineTool({
    name: 'navigate',
    title: 'Open page',
    description:
      'Open a page, like a link. Returns the page as markdown, then the log as JSON. get_pages lists pages.',
    input: z.strictObject({
      ...sessionIdInput,
      ...targetInput,
      ...viewInput,
      ...waitInput,
    }),
    shownArguments: {
      ...shownTarget,
      ...shownView,
      ...shownWait,
    },
    annotations: { readOnlyHint: false, destructiveHint: false },
    async handle({ sessionId, pageId, input, urlQuery, ...options }, ctx) {
      return openPage({ sessionId, target: { pageId, input, urlQuery }, options }, ctx, apps);
    },
  });
}

interface PageToOpen {
  sessionId: string;
  target: Target;
  options: ViewOptions;
}

export async function openPage(
  { sessionId, target, options }: PageToOpen,
  ctx: CallContext,
  apps: AppTools,
): Promise<ToolResult> {
  checkPlain(target.input, 'input');
  checkPlain(target.urlQuery, 'urlQuery');
  return callApp(
    {
      tool: 'navigate',
      sessionId,
      options,
      wholePage: true,
      actions: [{ type: 'navigate', ...target }],
      run: (runner, ref, wanted) => runner.navigate(ref, target, wanted),
    },
    ctx,
    apps,
  );
}
