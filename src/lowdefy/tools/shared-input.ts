import { z } from 'zod';

export const sessionIdInput = { sessionId: z.string().min(1).max(100) };

/** How much of the page to return, and in which format. */
export const viewInput = {
  view: z.enum(['full', 'changes', 'none']).optional(),
  format: z.enum(['tags', 'compact']).optional(),
  rows: z
    .strictObject({
      blockId: z.string().min(1).max(300),
      from: z.int().min(0).default(0),
      count: z.int().min(1).max(200).default(50),
    })
    .optional(),
  /** By default, plain successes are one entry of the log. */
  log: z.enum(['full', 'short']).optional(),
};

/** The schemas that clients see of `viewInput`, short. */
export const shownView = {
  view: { enum: ['full', 'changes', 'none'] },
  format: { enum: ['tags', 'compact'] },
  log: { enum: ['full'] },
  rows: { type: 'object', description: 'More of a table or list: {blockId, from, count}' },
};
