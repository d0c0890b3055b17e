import { z } from 'zod';

const blockId = z.string().min(1).max(300);
/** Not a zod record, which silently drops keys such as `__proto__`; they must be refused. */
export const plainObject = z
  .unknown()
  .refine(
    (value) => value !== null && typeof value === 'object' && !Array.isArray(value),
    'must be an object',
  )
  .transform((value) => value as Record<string, unknown>);
/** Any JSON; null clears the value, leaving it out is a mistake. */
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
  /** In milliseconds, as in browsers. */
  lastModified: number;
  base64: string;
}

/**
 * The files that a value names, for blocks that upload, or why they cannot be read. The server reads them, because
 * engines run the app's code and have no file access.
 */
export type GivenFiles = { files: UploadFile[] } | { refused: string };

/** `given` is added by the server; agents cannot send it. */
export type AppAction =
  | Exclude<GivenAction, { type: 'setValue' }>
  | (Extract<GivenAction, { type: 'setValue' }> & { given?: GivenFiles });
