import { z } from 'zod';
import { defineTool, type Tool } from '../../area/tool.ts';
import { actionSchema } from '../bridge/actions/action.ts';
import { withGivenFiles } from '../session/given-files.ts';
import { callApp } from './app-call.ts';
import type { AppTools } from './app-tools.ts';
import { checkActionCount } from './check-action-count.ts';
import { sessionIdInput, shownView, viewInput } from './shared-input.ts';

/** Written by hand: generated from seven shapes, it would cost an agent many times the tokens. */
const ACTIONS_SCHEMA = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    required: ['type'],
    properties: {
      type: {
        enum: ['setValue', 'triggerEvent', 'setState', 'setGlobal', 'navigate', 'callMethod', 'callApi'],
      },
      blockId: { type: 'string' },
      value: { description: 'setValue, setState, setGlobal' },
      event: { type: 'string', description: 'triggerEvent, e.g. onClick' },
      payload: { description: 'triggerEvent: what the component passes, e.g. {"row": {…}}; callApi' },
      key: { type: 'string', description: 'setState, setGlobal; or several as values' },
      values: { type: 'object' },
      method: { type: 'string', description: 'callMethod, e.g. pushItem' },
      args: { type: 'array' },
      pageId: { type: 'string', description: 'navigate' },
      input: { type: 'object' },
      urlQuery: { type: 'object' },
      endpointId: { type: 'string', description: 'callApi' },
    },
  },
};

export function createInteract(apps: AppTools): Tool {
  const input = z.strictObject({
    ...sessionIdInput,
    actions: z.array(actionSchema).min(1),
    stopOnFailure: z.boolean().optional(),
    ...viewInput,
  });
  return defineTool({
    name: 'interact',
    title: 'Use page',
    description:
      'Act on the current page, in order: fill fields (setValue), click (triggerEvent onClick) etc. If an action fails, the rest still run, unless stopOnFailure: use it when a later action, such as saving or deleting, must not follow a failed one. A navigation skips the rest. Returns what else changed on the page, then the log as JSON.',
    input,
    shownArguments: { actions: ACTIONS_SCHEMA, ...shownView },
    annotations: { readOnlyHint: false, destructiveHint: true },
    async handle({ sessionId, actions, stopOnFailure = false, ...options }, ctx) {
      checkActionCount(actions, ctx.sessions.limits.maxActionsPerCall);
      return callApp(
        {
          tool: 'interact',
          sessionId,
          options,
          wholePage: false,
          actions,
          stopOnFailure,
          run: async (runner, ref, wanted) => {
            const { maxUploadMb } = ctx.sessions.limits;
            return runner.act(ref, await withGivenFiles(actions, runner.facts, maxUploadMb), wanted);
          },
        },
        ctx,
        apps,
      );
    },
  });
}
