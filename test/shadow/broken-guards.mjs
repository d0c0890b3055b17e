/**
 * What evaluation must notice, each broken by one change of a source. `npm run shadow:guards` breaks them one by one and
 * expects the shadow tests to fail. Not among them: whether validation is shown, which evaluation reads since Lowdefy 5 only, and
 * copies of the state (`plain-copy.test.ts`).
 */
export const BROKEN_GUARDS = {
  'a path of the state': [
    'page-reads',
    'this.#watchObject(() => context.state, path)',
    'this.#watchObject(() => 0, path)',
  ],
  'the global state': [
    'page-reads',
    'this.#watchObject(() => lowdefy.lowdefyGlobal, path)',
    'this.#watchObject(() => 0, path)',
  ],
  'the input of the page': [
    'page-reads',
    'this.#watchObject(() => lowdefy.inputs[context.id], path)',
    'this.#watchObject(() => 0, path)',
  ],
  'the user': [
    'page-reads',
    'this.#watchObject(() => lowdefy.user, path)',
    'this.#watchObject(() => 0, path)',
  ],
  'the URL query': ['page-reads', 'lowdefy.pageId, window()?.location]', 'lowdefy.pageId]'],
  'a request': [
    'page-reads',
    'new Dependency(() => entryOf(context.requests as never)',
    'new Dependency(() => []',
  ],
  'the list index of a parse': [
    'kept-parses',
    'isSameIndices(kept.indices, call.arrayIndices) &&',
    'true &&',
  ],
  'the list index of a block': ['block-memory', 'isSameIndices(last.indices, indices) &&', 'true &&'],
  'the list index in a path': [
    'operator-reads',
    'log.add(source, applyIndices(arrayIndices, path))',
    'log.add(source, path)',
  ],
  'the value of a block': ['block-memory', 'Object.is(last.value, block.value) &&', 'true &&'],
  'the value of a block in the state': [
    'block-memory',
    '(!this.isInput || this.#hasStateOf(page.state, page.get)) &&',
    'true &&',
  ],
  'an object as value': ['block-memory', 'reads && !isObject(value)', 'reads'],
  'the visibility of the parent': ['block-memory', 'last.isHidden === isHidden &&', 'true &&'],
  'parses of actions': ['page-memory', 'this.#isEvaluating && !isParsing()', '!isParsing()'],
  'an object as visible': ['kept-parses', '!isVisible && isStatic(input)', 'isStatic(input)'],
  'unknown operators': ['operator-reads', '?? ((_call, log) => log.never())', ''],
  'the order of keys': ['dependency', 'key === others[index] && isSameValue', 'isSameValue'],
  'what is in the state': ['set-memory', 'isInput && !has(block.blockId, block.value)', 'false'],
  'what is hidden and in the state': ['set-memory', '!Object.hasOwn(state, blockId)', 'true'],
  'what is hidden with its parent and in the state': ['set-memory', '!areGone(inside, memoryOf)', 'false'],
  'lists without items': ['set-memory', '!inside?.length ||', 'inside &&'],
  'a version per block': [
    'eval-version',
    'isNew ||= this.#toText({ output, errors }) !== this.#toText(last);',
    '',
  ],
};
