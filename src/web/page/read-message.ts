import type { z } from 'zod';

/** What the server sent, if this page understands it; the person is told to reload if it does not. */
export function readMessage<T>(schema: z.ZodType<T>, text: string): T | undefined {
  return readData(schema, JSON.parse(text));
}

/** The body of a response, by the schema of what is expected. */
export async function readBody<T>(schema: z.ZodType<T>, response: Response): Promise<T> {
  const data = readData(schema, await response.json());
  if (data === undefined) throw new Error(NOT_UNDERSTOOD);
  return data;
}

const NOT_UNDERSTOOD =
  'The server sent something that this page does not understand. Reload the page; the server may be newer.';

function readData<T>(schema: z.ZodType<T>, given: unknown): T | undefined {
  const { success, data } = schema.safeParse(given);
  if (success) return data;
  if (!document.getElementById('not-understood'))
    document.body.prepend(
      Object.assign(document.createElement('p'), {
        id: 'not-understood',
        role: 'alert',
        textContent: NOT_UNDERSTOOD,
      }),
    );
  return undefined;
}
