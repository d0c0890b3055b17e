import { chromium } from '@playwright/test';
import { APPS } from '../apps/apps.mjs';
import { openAppCopy } from '../side/app-copy.mjs';
import { openSessionSide } from '../side/session-side.mjs';
import { startTandem } from '../side/tandem-server.mjs';
import { actAsAgent } from './as-agent.mjs';
import { actAsPerson } from './as-person.mjs';
import { checkEnd } from './check-end.mjs';
import { makePlan } from './make-plan.mjs';

/** Runs a session per seed; returns how many ended wrong. */
export async function interleave({ executablePath, seeds, verbose }) {
  const copy = await openAppCopy(APPS.shared);
  const tandem = await startTandem(copy.dir);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const side = await openSessionSide({ browser, tandem });
  let count = 0;
  let steps = 0;
  for (const seed of seeds) {
    copy.reset();
    const { wrong, done } = await runSeed(seed).catch((error) => ({ wrong: [error.message], done: 0 }));
    steps += done;
    if (wrong.length > 0) count++;
    if (verbose || wrong.length > 0) console.log(`${wrong.length > 0 ? 'WRONG' : 'ok   '} seed ${seed}`);
    for (const one of wrong) console.log(`  ${one}`);
  }
  await browser.close();
  await tandem.stop();
  await copy.close();
  console.log(`${seeds.length} interleavings, ${steps} steps, ${count} wrong`);
  return count;

  async function runSeed(seed) {
    const plan = makePlan(seed);
    const { sessionId } = await side.start({ pageId: 'desk' });
    const held = { now: undefined, count: 0 };
    const [person, { done: agent, wrong }] = await Promise.all([
      actAsPerson({ steps: plan.person, side, held }),
      actAsAgent({ steps: plan.agent, agent: side.agent, sessionId, held }),
    ]);
    await side.calm();
    // Reading saves the session, so what the page shows last is looked at afterwards.
    const [engine] = await side.agent.call('get_state', { sessionId });
    const [markdown] = await side.agent.call('interact', {
      sessionId,
      actions: [{ type: 'setState', key: 'end', value: seed }],
      view: 'full',
    });
    await side.frame.waitForFunction(
      (value) => window.parity.session.latest.replica.state.end === value,
      seed,
    );
    await side.calm();
    const { end: _, ...shown } = (await side.observe()).state;
    const page = { ...(await side.observe()), state: shown };
    const deeds = await historyOf(sessionId);
    const { rows } = copy.rows();
    const ended = { person, agent, page, engine: JSON.parse(engine), markdown, rows, deeds };
    return { wrong: [...wrong, ...checkEnd(ended)], done: person.length + agent.length };
  }

  async function historyOf(sessionId) {
    const text = await side.page.evaluate(async (id) => {
      const response = await fetch(`/api/sessions/${id}/history.jsonl`);
      return response.text();
    }, sessionId);
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }
}
