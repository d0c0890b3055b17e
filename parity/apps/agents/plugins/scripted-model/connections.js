// A model that says what it is told to: the last word of what the user wrote names what it does.
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

const SCRIPT = {
  add: () => [...text('I add it. '), ...call('add_item', { name: 'Lamp', qty: 3 })],
  delete: () => call('delete_item', { id: 7 }),
  break: () => call('breaks', {}),
  note: () => call('update-page-state', { updates: { note: 'from the agent', other: 1 } }),
};

let calls = 0;

function text(said) {
  const parts = said.split(/(?<= )/).map((delta) => ({ type: 'text-delta', id: 't', delta }));
  return [{ type: 'text-start', id: 't' }, ...parts, { type: 'text-end', id: 't' }];
}

function call(toolName, input) {
  calls++;
  return [{ type: 'tool-call', toolCallId: `call${calls}`, toolName, input: JSON.stringify(input) }];
}

function answer(prompt) {
  const last = prompt.at(-1);
  if (last.role === 'tool') return text(`It came to ${JSON.stringify(last.content.at(-1).output)}.`);
  const said = last.content.map((part) => part.text ?? '').join('');
  const name = said.split(' ').at(-1);
  if (name === 'fail') throw new Error('The model is out of order.');
  return SCRIPT[name]?.() ?? text(`You said ${said}.`);
}

const model = {
  specificationVersion: 'v3',
  provider: 'scripted',
  modelId: 'scripted',
  supportedUrls: {},
  async doStream({ prompt }) {
    const isEndless = JSON.stringify(prompt.at(-1)).includes('endlessly');
    const said = isEndless ? text('On and on ').slice(0, -1) : answer(prompt);
    const reason = said.at(-1)?.type === 'tool-call' ? 'tool-calls' : 'stop';
    const end = { type: 'finish', usage, finishReason: { unified: reason, raw: reason } };
    const parts = [{ type: 'stream-start', warnings: [] }, ...said, ...(isEndless ? [] : [end])];
    const stream = new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        if (!isEndless) controller.close();
      },
    });
    return { stream };
  },
};

export const ScriptedModel = { schema: {}, create: () => ({ provider: () => model }) };
