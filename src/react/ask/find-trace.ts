import type { Ask } from './ask.ts';
import { type AskPlugin, type Shown, toPluginRequest } from './ask-plugin.ts';

/**
 * How an answered question looked: the component that its handler showed, with the person's response. Only the answer is
 * stored, so the handler runs again and receives the answer instead of a person. Undefined if it then returns a different
 * answer, or shows several components.
 *
 * @example
 * ```tsx
 * import { type Ask, type AskPlugin, findTrace } from 'tandem-mcp/react';
 *
 * export async function show(ask: Ask, plugin: AskPlugin) {
 *   const trace = await findTrace(ask, plugin);
 *   return trace && <trace.Component {...trace.props} disabled />;
 * }
 * ```
 */
export async function findTrace(ask: Ask, plugin: AskPlugin): Promise<Shown | undefined> {
  if (ask.answer?.action !== 'accept') return undefined;
  const { content } = ask.answer;
  const stopping = new AbortController();
  const shown: Shown[] = [];
  const result = await plugin
    .run(toPluginRequest(ask), {
      signal: stopping.signal,
      async render(component: never, props) {
        shown.push({ Component: component as Shown['Component'], props: { ...props, response: content } });
        if (shown.length > 1) stopping.abort();
        return structuredClone(content);
      },
    })
    .catch(() => undefined);
  const isTrue = shown.length === 1 && result?.action === 'accept' && isEqual(result.content, content);
  return isTrue ? shown[0] : undefined;
}

function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return (
    keys.length === others.length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        isEqual((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
    )
  );
}
