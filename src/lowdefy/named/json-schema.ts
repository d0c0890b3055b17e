export type JsonSchema = Record<string, unknown>;

/** A plugin's description of what its block takes. Properties are as configured, so they can contain operators. */
export type McpSchema = (args: { properties: Record<string, unknown>; required: unknown }) => JsonSchema;

/** A block as built: its properties can contain operators. */
export interface SchemaBlock {
  type: string;
  properties: Record<string, unknown>;
  required?: unknown;
  valueType?: string | undefined;
}
