import { z } from 'zod';

const blockId = z.string().min(1).max(300);
/** Not a record of zod: that drops keys such as `__proto__` without a word, and these are to be refused. */
export const plainObject = z
  .unknown()
  .refine(
    (value) => value !== null && typeof value === 'object' && !Array.isArray(value),
    'must be an object',
  )
  .transform((value) => value as Record<string, unknown>);
/** Whatever came as JSON; null clears, leaving it out is a mistake. */
const given = z.unknown().refine((value) => value !== undefined, 'is missing; send null to clear');
/** `{ key, value }`, or several at once as `values` (or `params`). */
const assignment = {
  key: z.string().optional(),
  value: z.unknown().optional(),
  values: plainObject.optional(),
  params: plainObject.optional(),
};

/** What an agent can do on a page. */
export const actionSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('setValue'), blockId, value: given }),
  z.strictObject({
    type: z.literal('triggerEvent'),
    blockId,
    event: z.string().min(1).max(100),
    payload: z.unknown().optional(),
  }),
  z.strictObject({ type: z.literal('setState'), ...assignment }),
  z.strictObject({ type: z.literal('setGlobal'), ...assignment }),
  z.strictObject({
    type: z.literal('navigate'),
    pageId: z.string().min(1).max(300),
    input: plainObject.optional(),
    urlQuery: plainObject.optional(),
  }),
  z.strictObject({
    type: z.literal('callMethod'),
    blockId,
    method: z.string().min(1).max(100),
    args: z.array(z.unknown()).optional(),
  }),
  z.strictObject({
    type: z.literal('callApi'),
    endpointId: z.string().min(1),
    payload: z.unknown().optional(),
  }),
]);

type GivenAction = z.infer<typeof actionSchema>;

/** A file to upload, with its content. */
export interface UploadFile {
  name: string;
  type: string;
  /** In milliseconds, as browsers have it. */
  lastModified: number;
  base64: string;
}

/**
 * The files that a value names, for blocks that upload; or why they cannot be had. The server reads them, since engines
 * run the app's code and get no files by themselves.
 */
export type GivenFiles = { files: UploadFile[] } | { refused: string };

/** `given` is added by the server; agents cannot send it. */
export type AppAction =
  | Exclude<GivenAction, { type: 'setValue' }>
  | (Extract<GivenAction, { type: 'setValue' }> & { given?: GivenFiles });
