import { z } from 'zod';
import { plainObject } from '../bridge/actions/action.ts';

export const formatInput = z.enum(['tags', 'compact']);

export const sessionIdInput = { sessionId: z.string().min(1).max(100) };

/** Which page to open. */
export const targetInput = {
  pageId: z.string().min(1).max(300),
  input: plainObject.optional(),
  urlQuery: plainObject.optional(),
};

export const shownTarget = {
  input: { type: 'object', description: 'Read as _input' },
  urlQuery: { type: 'object', description: 'e.g. {"id": 7}' },
};

/** How much of the page to return, and in which format. */
export const viewInput = {
  view: z.enum(['full', 'changes', 'none']).optional(),
  format: formatInput.optional(),
  rows: z
    .strictObject({
      blockId: z.string().min(1).max(300),
      from: z.int().min(0).default(0),
      count: z.int().min(1).max(200).default(50),
      query: z.string().min(1).max(200).optional(),
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
  rows: {
    type: 'object',
    description: 'More of a table, list or options: {blockId, from, count, query}',
  },
};

const MAX_WAIT_SECONDS = 50;

/** What to do while a person holds the session. */
export const waitInput = { waitSeconds: z.number().min(0).max(MAX_WAIT_SECONDS).optional() };

/** Explained by the refusal of a session that is held. */
export const shownWait = { waitSeconds: { type: 'number' } };
