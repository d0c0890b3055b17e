import type { LiveMessage } from '../../protocol/live-messages.ts';

/**
 * Messages in the form that Lua receives. A page sends thousands of `create` when it is drawn; the usual ones become
 * three elements without their own tables: id, parent, and the path, or all properties as text.
 */
export function toFlatMessages(messages: LiveMessage[]): unknown[] {
  const flat: unknown[] = [];
  for (const message of messages) {
    const properties = message?.type === 'create' ? plainProperties(message.data) : undefined;
    if (message?.type === 'create' && properties !== undefined)
      flat.push(message.data.id, message.data.parentId, properties);
    // JSON's null and "no value" are the same to Lua, but differ in an update.
    else flat.push({ ...message, hasValue: hasValue(message?.data) });
  }
  return flat;
}

function hasValue(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Object.hasOwn(data, 'value');
}

/** The path or the properties of a `create` that has nothing else; undefined if Lua has to look closer. */
function plainProperties(data: unknown): string | Record<string, string> | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { id, parentId, properties, ...rest } = data as Record<string, unknown>;
  if (typeof id !== 'number' || typeof parentId !== 'number') return undefined;
  if (typeof properties !== 'object' || properties === null || Object.keys(rest).length > 0) return undefined;
  const entries = Object.entries(properties);
  // A colon gives a property its own priority.
  if (entries.some(([name, value]) => name.includes(':') || !isScalar(value))) return undefined;
  const [first] = entries;
  if (entries.length === 1 && first?.[0] === 'path') return String(first[1]);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

const isScalar = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
