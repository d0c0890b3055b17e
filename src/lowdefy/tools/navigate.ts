import { z } from 'zod';
import { defineTool, type Tool } from '../../area/tool.ts';
import { plainObject } from '../bridge/actions/action.ts';
import { checkPlain } from '../bridge/values/plain-value.ts';
import { callApp } from './app-call.ts';
import type { AppTools } from './app-tools.ts';
import { sessionIdInput, shownView, viewInput } from './shared-input.ts';

export function createNavigate(apps: AppTools): Tool {
  return defineTool({
    name: 'navigate',
    title: 'Open page',
    description:
      'Open a page, like following a link. Returns the page as markdown, then the log as JSON. get_pages lists pages.',
    input: z.strictObject({
      ...sessionIdInput,
      pageId: z.string().min(1).max(300),
      input: plainObject.optional(),
      urlQuery: plainObject.optional(),
      ...viewInput,
    }),
    shownArguments: {
      input: { type: 'object', description: 'Read as _input' },
      urlQuery: { type: 'object', description: 'e.g. {"id": 7}' },
      ...shownView,
    },
    annotations: { readOnlyHint: false, destructiveHint: false },
    async handle({ sessionId, pageId, input, urlQuery, ...options }, ctx) {
      checkPlain(input, 'input');
      checkPlain(urlQuery, 'urlQuery');
      const target = { pageId, input, urlQuery };
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
    },
  });
}
