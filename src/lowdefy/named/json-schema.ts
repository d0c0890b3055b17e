import type { OfPlugin } from '../app/app.ts';

export type JsonSchema = Record<string, unknown>;

/** A plugin's description of what its block takes. Properties are as configured, so they can contain operators. */
export type McpSchema = OfPlugin<
  (args: { properties: Record<string, unknown>; required: unknown }) => JsonSchema
>;

/** A block as built: its properties can contain operators. */
export interface SchemaBlock {
  /** For messages. */
  blockId?: string;
  type: string;
  properties: Record<string, unknown>;
  required?: unknown;
  valueType?: string | undefined;
}
