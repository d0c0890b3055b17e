import { z } from 'zod';
import { defineTool, type Tool } from '../../area/tool.ts';
import { withApproval } from '../approval/with-approval.ts';
import { type AppAction, actionSchema } from '../bridge/actions/action.ts';
import type { AppRunner, SessionRef, Wanted } from '../runner/app-runner.ts';
import { isChange } from '../session/ask-first.ts';
import { withGivenFiles } from '../session/given-files.ts';
import { callApp } from './app-call.ts';
import type { AppTools } from './app-tools.ts';
import { checkActionCount } from './check-action-count.ts';
import { sessionIdInput, shownView, shownWait, viewInput, waitInput } from './shared-input.ts';

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
    reason: z.string().max(500).optional(),
    ...viewInput,
    ...waitInput,
  });
  return defineTool({
    name: 'interact',
    title: 'Use page',
    description:
      'Act on the current page, in order: fill fields (setValue), click (triggerEvent onClick) etc. If an action fails, the rest still run, unless stopOnFailure: use it when the last one saves or deletes. A navigation skips the rest. Returns what else changed, then the log as JSON.',
    input,
    shownArguments: { actions: ACTIONS_SCHEMA, ...shownView, ...shownWait },
    annotations: { readOnlyHint: false, destructiveHint: true },
    async handle({ sessionId, actions: given, stopOnFailure = false, reason, ...options }, ctx) {
      checkActionCount(given, ctx.sessions.limits.maxActionsPerCall);
      const sought = {
        sessionId,
        tool: 'interact',
        subject: given,
        reason,
        propose: async (runner: AppRunner, ref: SessionRef, isWanted: boolean) =>
          runner.propose(ref, given, isWanted && given.some(isChange)),
      };
      return withApproval(sought, ctx, apps, (approved) => {
        const actions = given.map((action, index) => withEdited(action, approved.edited.get(index)));
        const run = async (runner: AppRunner, ref: SessionRef, wanted: Wanted) => {
          const { maxUploadMb } = ctx.sessions.limits;
          return runner.act(ref, await withGivenFiles(actions, runner.facts, maxUploadMb), wanted);
        };
        const call = { tool: 'interact', sessionId, options, wholePage: false, actions, stopOnFailure };
        return callApp({ ...call, approved, run }, ctx, apps);
      });
    },
  });
}

/** The value that the person wants instead. */
function withEdited(action: AppAction, value: unknown): AppAction {
  return action.type === 'setValue' && value !== undefined ? { ...action, value } : action;
}
