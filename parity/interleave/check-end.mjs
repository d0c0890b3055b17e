import { isDeepStrictEqual } from 'node:util';
import { parseMarkdown } from '../../dist/view/parse-markdown.js';

/** What is wrong at the end of a session, in words: lost, doubled, or not the same everywhere. */
export function checkEnd({ person, agent, page, engine, markdown, rows, deeds }) {
  const wrong = [];
  const check = (what, wanted, found) => {
    if (!isDeepStrictEqual(wanted, found))
      wrong.push(`${what}: ${JSON.stringify(wanted)} expected, ${JSON.stringify(found)} found`);
  };
  const { state } = engine;
  for (const { error } of page.log) wrong.push(`the page was refused: ${error}`);
  check('page state', state, page.state);
  checkFields();
  checkClicks();
  checkLines();
  checkRows();
  checkSeen();
  checkHistory();
  return wrong;

  function checkFields() {
    for (const block of ['p_note', 'p_story'])
      check(block, lastOf(person, 'type', block)?.text ?? null, state[block] ?? null);
    const number = lastOf(person, 'number', 'p_number')?.text;
    check('p_number', number === undefined ? null : Number(number), state.p_number ?? null);
    check('p_choice', lastOf(person, 'choose', 'p_choice')?.option ?? null, state.p_choice ?? null);
    check('p_switch', countOf(person, 'p_switch') % 2 === 1, state.p_switch ?? false);
    for (const block of ['a_note', 'a_number'])
      check(block, lastOf(agent, 'set', block)?.value ?? null, state[block] ?? null);
    // Either may be the last here, and a person goes on typing where the agent wrote.
    const entered = [lastOf(person, 'type', 'note')?.text, lastOf(agent, 'set', 'note')?.value];
    const isEntered = entered.some((text) => text !== undefined && state.note?.endsWith(text.slice(-3)));
    if (!isEntered && entered.some(Boolean)) check('note', entered, state.note);
  }

  function checkClicks() {
    check('p_clicks', countOf(person, 'p_click'), state.p_clicks);
    check('a_clicks', countOf(agent, 'a_click'), state.a_clicks);
    check('clicks', countOf(person, 'click') + countOf(agent, 'click'), state.clicks);
    check('saved', countOf(person, 'save') + countOf(agent, 'save'), state.saved);
  }

  function checkLines() {
    const removed = agent.filter((step) => step.do === 'removeLine').map(({ text }) => text);
    const added = [
      ...person.filter((step) => step.do === 'typeLine'),
      ...agent.filter((step) => step.do === 'addLine'),
    ].map(({ text }) => text);
    const left = added.filter((text) => !removed.includes(text)).toSorted();
    check('lines', left, (state.lines ?? []).map(({ text }) => text ?? '').toSorted());
  }

  /** One row per save, each with what the person had entered by then where the person saved. */
  function checkRows() {
    check(
      'rows',
      Array.from({ length: state.saved }, (_, index) => index + 1),
      rows.map(({ number }) => number),
    );
    const notes = new Set([
      null,
      '',
      ...person.flatMap(({ block, text }) => (block === 'p_note' ? text : [])),
    ]);
    let note = null;
    for (const step of person) {
      if (step.block === 'p_note') note = step.text;
      if (step.block !== 'save') continue;
      if (!rows.some((row) => row.note === note)) check('a row of the person', note, rows);
    }
    // An agent may save in the middle of a word.
    const isPart = (text) => [...notes].some((whole) => whole?.startsWith(text ?? ''));
    for (const row of rows) if (!isPart(row.note)) check('the note of a row', [...notes], row.note);
  }

  /** What is on the screen, and what the agent reads, is what the engine has. */
  function checkSeen() {
    const told = new Map([...nodesOf(parseMarkdown(markdown).nodes)].map((node) => [node.id, node]));
    const fields = Object.entries(page.seen).filter(([, { type }]) => /Input|Area$/.test(type));
    for (const [id, { value }] of fields) {
      const wanted = String(valueAt(state, id) ?? '');
      check(`seen ${id}`, wanted, String(value ?? ''));
      const node = told.get(id);
      check(`markdown ${id}`, wanted, String(writtenIn(node) ?? ''));
    }
    check('lines in markdown', state.lines?.length ?? 0, fieldsIn(told.keys()));
    const words = `Clicks ${state.p_clicks} ${state.a_clicks} ${state.clicks}, saved ${state.saved}, said`;
    if (!page.seen.told.words.startsWith(words)) check('seen told', words, page.seen.told.words);
    if (!markdown.includes(words)) check('markdown told', words, 'not there');
  }

  /** Each click once, by whom it was; the last value of each field. */
  function checkHistory() {
    const good = deeds.filter(({ reason }) => reason === undefined);
    for (const [kind, steps] of Object.entries({ person, agent })) {
      const own = good.filter(({ actor }) => actor.kind === kind);
      for (const block of ['p_click', 'a_click', 'click', 'save'])
        check(
          `history: clicks of the ${kind} on ${block}`,
          countOf(steps, block),
          own.filter((deed) => deed.blockId === block).length,
        );
      check(
        `history: lines that the ${kind} removed`,
        steps.filter((step) => step.do === 'removeLine').length,
        own.filter((deed) => deed.blockId === 'lines' && deed.verb.startsWith('removed')).length,
      );
    }
    for (const block of ['p_note', 'p_story', 'a_note']) {
      const last = good.findLast((deed) => deed.blockId === block);
      const value = last?.changes?.at(-1)?.after ?? null;
      check(`history: ${block}`, state[block] ?? null, value);
    }
  }
}

const lastOf = (steps, what, block) => steps.findLast((step) => step.do === what && step.block === block);
const countOf = (steps, block) => steps.filter((step) => step.do === 'click' && step.block === block).length;
const fieldsIn = (ids) => [...ids].filter((id) => /^lines\.\d+\.text$/.test(id)).length;

function* nodesOf(nodes) {
  for (const node of nodes) {
    yield node;
    yield* nodesOf(node.children ?? []);
  }
}

function valueAt(state, id) {
  return id.split('.').reduce((value, key) => value?.[key], state);
}

const writtenIn = (node) => node?.parts?.find((part) => part.name === 'Current value')?.value;
