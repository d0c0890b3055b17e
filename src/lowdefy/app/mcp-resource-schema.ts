import { z } from 'zod';

const UNITS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000 };

/** `mcp.resources.<name>`. */
const mcpResourceSchema = z.strictObject({
  page: z.string('page must be the id of a page.'),
  /** Only what these return; else what the page shows. */
  requests: z
    .array(z.string('A request id must be text.'), 'requests must be a list of request ids.')
    .min(1, 'requests must name at least one request.')
    .optional(),
  description: z.string('description must be text.').optional(),
  /** How often subscribers are notified, in any case. */
  refresh: z
    .string('refresh must be a time, such as 30s.')
    .regex(/^[1-9]\d{0,5}(s|m|h)$/, 'refresh must be a time, such as 30s, 5m or 1h.')
    .optional(),
});

export const mcpResourcesSchema = z.record(
  z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'The name of a resource has 1 to 64 letters, digits, "_" and "-".'),
  mcpResourceSchema,
  'resources must be a set of names.',
);

export type ResourceSettings = z.infer<typeof mcpResourceSchema>;

/** `30s` in milliseconds; no timer is longer than a day. */
export function toMilliseconds(refresh: string): number {
  const unit = UNITS[refresh.at(-1) ?? ''] ?? 0;
  return Math.min(Number.parseInt(refresh, 10) * unit, 24 * 3_600_000);
}
