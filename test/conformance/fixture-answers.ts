import { z } from 'zod';

/** What clients answer, as far as the fixtures look at it. */
export const acceptedForm = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ action: z.literal('accept'), content: z.object(shape) });

export const anyForm = z.object({
  action: z.string(),
  content: z.record(z.string(), z.unknown()).optional(),
});

export const sampledText = z
  .object({ content: z.object({ type: z.literal('text'), text: z.string() }) })
  .transform(({ content }) => content.text);

export const roots = z
  .object({ roots: z.array(z.object({ uri: z.string() })) })
  .transform((result) => result.roots.map((root) => root.uri).join(', '));
