import { z } from 'zod';
import type { Area, Prompt } from '../../src/area/area.ts';
import { defineTool } from '../../src/area/tool.ts';
import { fixtureAskingTools } from './fixture-asking-tools.ts';
import { fixtureInputTools } from './fixture-input-tools.ts';
import { fixturePrompts } from './fixture-prompts.ts';
import { fixtureResources } from './fixture-resources.ts';
import { fixtureSchemaTools } from './fixture-schema-tools.ts';
import { fixtureTools } from './fixture-tools.ts';

const nothing = z.strictObject({});

const extraTool = defineTool({
  name: 'test_extra_tool',
  title: 'Extra',
  description: 'Comes and goes.',
  input: nothing,
  handle: () => ({ text: 'Here now.' }),
});

const extraPrompt: Prompt = {
  name: 'test_extra_prompt',
  description: 'Comes and goes.',
  get: () => [{ role: 'user', content: { type: 'text', text: 'Here now.' } }],
};

/** Everything that the conformance suites expect a server to offer, as one area of ours. */
export function createFixtureArea(): Area {
  const shown = { extraTool: false, extraPrompt: false };

  const triggerToolChange = defineTool({
    name: 'test_trigger_tool_change',
    title: 'Change the tools',
    description: 'Adds a tool, or takes it away again.',
    input: nothing,
    handle(_input, ctx) {
      shown.extraTool = !shown.extraTool;
      ctx.notify.toolsChanged();
      return { text: 'The tools have changed.' };
    },
  });

  const triggerPromptChange = defineTool({
    name: 'test_trigger_prompt_change',
    title: 'Change the prompts',
    description: 'Adds a prompt, or takes it away again.',
    input: nothing,
    handle(_input, ctx) {
      shown.extraPrompt = !shown.extraPrompt;
      ctx.notify.promptsChanged();
      return { text: 'The prompts have changed.' };
    },
  });

  const tools = [
    ...fixtureTools,
    ...fixtureSchemaTools,
    ...fixtureAskingTools,
    ...fixtureInputTools,
    triggerToolChange,
    triggerPromptChange,
  ];
  return {
    name: 'conformance',
    get tools() {
      return shown.extraTool ? [...tools, extraTool] : tools;
    },
    get prompts() {
      return shown.extraPrompt ? [...fixturePrompts, extraPrompt] : fixturePrompts;
    },
    resources: fixtureResources,
  };
}
