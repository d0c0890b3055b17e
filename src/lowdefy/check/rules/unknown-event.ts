import { nearest } from '../../../lib/nearest.ts';
import { nodeAt, textOf } from '../config-node.ts';
import { actionsOn } from '../references.ts';
import type { Rule } from '../rule.ts';

/** Fired for every block. */
const ALWAYS = ['onMount', 'onMountAsync'];
/** Fired for the page only. */
const OF_PAGES = ['onInit', 'onInitAsync'];

export const unknownEvent: Rule = {
  code: 'unknown-event',
  severity: 'warning',
  about: 'A block has actions for an event that blocks of its type never fire.',
  fix: 'Correct the name of the event, or remove it.',
  *check({ pages, facts: { blockEvents } }) {
    for (const page of pages) {
      // Then events can have any name.
      const names = [...actionsOn(page, 'CallMethod')].map(({ params }) => textOf(nodeAt(params, 'method')));
      if (names.includes('triggerEvent')) continue;
      for (const [i, { type = '', events }] of page.blocks.entries()) {
        const fired = Object.hasOwn(blockEvents, type) ? blockEvents[type]?.events : undefined;
        if (!fired) continue;
        const known = [...fired, ...ALWAYS, ...(i === 0 ? OF_PAGES : [])];
        for (const { name, at } of events)
          if (!known.includes(name))
            yield {
              at,
              message: OF_PAGES.includes(name)
                ? `${name} only fires on pages; a ${type} never fires it.`
                : `A ${type} never fires the event "${name}".`,
              suggestion: nearest(name, known),
            };
      }
    }
  },
};
