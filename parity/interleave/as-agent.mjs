import { setTimeout as sleep } from 'node:timers/promises';

/** What the agent of a plan does over MCP. Returns what landed, and what landed although the agent was paused. */
export async function actAsAgent({ steps, agent, sessionId, held }) {
  const done = [];
  const wrong = [];
  for (const { after, ...step } of steps) {
    await sleep(after);
    const before = held.now;
    const landed = await attempt(step);
    const isHeld = before !== undefined && held.now === before;
    if (landed && step.do !== 'read' && isHeld)
      wrong.push(`the agent did ${JSON.stringify(step)} while it was paused`);
    if (landed) done.push({ ...step, ...landed });
  }
  return { done, wrong };

  async function attempt(step) {
    try {
      return await DO[step.do]({ agent, sessionId }, step);
    } catch (error) {
      if (/^Paused by/.test(error.message)) return undefined;
      throw error;
    }
  }
}

const DO = {
  set: (on, { block, value }) => interact(on, { type: 'setValue', blockId: block, value }),
  click: (on, { block }) => interact(on, { type: 'triggerEvent', blockId: block, event: 'onClick' }),
  /** At the start, in one call: a person adds lines at the end meanwhile. */
  addLine: (on, { text }) =>
    interact(
      on,
      { type: 'callMethod', blockId: 'lines', method: 'unshiftItem' },
      { type: 'setValue', blockId: 'lines.0.text', value: text },
    ),
  /** One of the agent's own. A person only adds lines at the end, so places do not change under the agent. */
  async removeLine(on) {
    const lines = await linesOf(on);
    const index = lines.findIndex(({ text }) => text?.startsWith('a '));
    if (index < 0) return undefined;
    await interact(on, { type: 'callMethod', blockId: 'lines', method: 'removeItem', args: [index] });
    return { text: lines[index].text };
  },
  async moveLine(on) {
    const lines = await linesOf(on);
    if (lines.length < 2) return undefined;
    return interact(on, {
      type: 'callMethod',
      blockId: 'lines',
      method: 'moveItemUp',
      args: [lines.length - 1],
    });
  },
  async read(on) {
    await linesOf(on);
    return {};
  },
};

async function linesOf({ agent, sessionId }) {
  const [text] = await agent.call('get_state', { sessionId });
  return JSON.parse(text).state.lines ?? [];
}

async function interact({ agent, sessionId }, ...actions) {
  const texts = await agent.call('interact', { sessionId, actions, log: 'full', view: 'none' });
  const failed = JSON.parse(texts.at(-1)).find(({ success }) => success === false);
  if (failed) throw new Error(`The agent was refused: ${JSON.stringify(failed)}`);
  return {};
}
