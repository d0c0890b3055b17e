import type { z } from 'zod';
import { TandemError } from '../../errors.ts';
import { type ElicitMap, toElicits } from './elicits.ts';
import { type Handoff, MCP_TOOL, type McpTool, type Requirements } from './mcp-tool.ts';
import type { Operation } from './operation.ts';
import type { ToolContext } from './tool-context.ts';
import type { ToolLimits } from './tool-limits.ts';

interface NeedsDescription<N extends string> {
  description(text: string): NeedsParameters<N>;
}

interface NeedsParameters<N extends string> {
  parameters<P extends z.ZodObject>(schema: P): NeedsElicits<N, P>;
}

interface NeedsElicits<N extends string, P extends z.ZodObject> {
  requires(requirements: Requirements): NeedsElicits<N, P>;
  limits(limits: ToolLimits): NeedsElicits<N, P>;
  /** What the tool asks people, by key; `{}` for nothing. */
  elicits<const E extends ElicitMap>(map: E): NeedsBody<N, P, E>;
}

interface NeedsBody<N extends string, P extends z.ZodObject, E extends ElicitMap> {
  requires(requirements: Requirements): NeedsBody<N, P, E>;
  limits(limits: ToolLimits): NeedsBody<N, P, E>;
  execute<R>(body: (params: z.output<P>, ctx: ToolContext<E>) => Operation<R>): McpTool<N, P, E, R>;
  handoff<H, C, R>(parts: Handoff<z.output<P>, E, H, C, R>): McpTool<N, P, E, R, H, C>;
}

interface Parts {
  name: string;
  description?: string;
  parameters?: z.ZodObject;
  requires?: Requirements;
  limits?: ToolLimits;
  elicits?: ElicitMap;
}

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * Builds a tool that can ask people: description, parameters, questions, then the body, a generator that waits with
 * `yield*`. Each call returns a new stage, so a stage can be reused.
 *
 * @example
 * ```ts
 * import { createMcpTool } from 'tandem-mcp/ask';
 * import { z } from 'zod';
 *
 * export const orderCake = createMcpTool('order_cake')
 *   .description('Orders a cake, with the size that the customer picks')
 *   .parameters(z.object({ cake: z.string() }))
 *   .elicits({ pickSize: z.object({ size: z.enum(['small', 'large']) }) })
 *   .execute(function* ({ cake }, ctx) {
 *     const answer = yield* ctx.elicit('pickSize', { message: `Which size of ${cake}?` });
 *     if (answer.action !== 'accept') return 'Nothing was ordered.';
 *     yield* ctx.step('order', () => fetch('https://bakery.example/orders', { method: 'POST' }).then(() => null));
 *     return `A ${answer.content.size} ${cake} is on its way.`;
 *   });
 * ```
 */
export function createMcpTool<const N extends string>(name: N): NeedsDescription<N> {
  if (!NAME.test(name))
    throw new TandemError(
      'invalid_input',
      `createMcpTool: "${name}" is not a valid tool name. Use 1 to 64 letters, digits, "_" or "-".`,
    );
  return new Stage({ name }) as unknown as NeedsDescription<N>;
}

/** All stages in one: the types enforce the order, and this reports it to callers without types. */
class Stage {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = Object.freeze(parts);
  }

  description(text: string): Stage {
    if (typeof text !== 'string' || text.trim() === '')
      throw this.#wrong('.description() needs a sentence that tells an agent when to use the tool.');
    return this.#with({ description: text });
  }

  parameters(schema: z.ZodObject): Stage {
    this.#after('parameters', 'description');
    return this.#with({ parameters: schema });
  }

  requires(requirements: Requirements): Stage {
    this.#after('requires', 'parameters');
    return this.#with({ requires: { ...this.#parts.requires, ...requirements } });
  }

  limits(limits: ToolLimits): Stage {
    this.#after('limits', 'parameters');
    for (const [limit, value] of Object.entries(limits))
      if (typeof value !== 'number' || !(value >= 0))
        throw this.#wrong(`.limits(): ${limit} must be a number from 0, not ${value}.`);
    return this.#with({ limits: { ...this.#parts.limits, ...limits } });
  }

  elicits(map: ElicitMap): Stage {
    this.#after('elicits', 'parameters');
    return this.#with({ elicits: map });
  }

  execute(body: unknown): McpTool {
    this.#after('execute', 'elicits');
    if (typeof body !== 'function' || isAsync(body)) throw notGenerator(this.#parts.name);
    return this.#finish({ execute: body });
  }

  handoff(parts: Record<'before' | 'client' | 'after', unknown>): McpTool {
    this.#after('handoff', 'elicits');
    for (const part of ['before', 'client', 'after'] as const)
      if (typeof parts?.[part] !== 'function')
        throw this.#wrong(`.handoff() needs the function "${part}" ({ before, client, after }).`);
    return this.#finish({ handoffConfig: parts });
  }

  #with(more: Partial<Parts>): Stage {
    return new Stage({ ...this.#parts, ...more });
  }

  #finish(body: object): McpTool {
    const { name, elicits = {}, ...rest } = this.#parts;
    const tool = { [MCP_TOOL]: true, name, ...rest, elicits, questions: toElicits(name, elicits), ...body };
    return Object.freeze(tool) as unknown as McpTool;
  }

  #after(call: string, needed: 'description' | 'parameters' | 'elicits'): void {
    const order = ['description', 'parameters', 'elicits'] as const;
    const missing = order.slice(0, order.indexOf(needed) + 1).find((one) => this.#parts[one] === undefined);
    if (missing === undefined) return;
    const hint = missing === 'elicits' ? ' If it asks nothing, use .elicits({}).' : '';
    throw this.#wrong(`call .${missing}() before .${call}().${hint}`);
  }

  #wrong(text: string): TandemError {
    return new TandemError('invalid_input', `Tool "${this.#parts.name}": ${text}`);
  }
}

/** By the name of its class: the function may come from another realm. */
function isAsync(body: object): boolean {
  return /^Async/.test(body.constructor.name);
}

export function notGenerator(tool: string): TandemError {
  return new TandemError(
    'invalid_input',
    `Tool "${tool}": .execute() needs a generator function. Write function* (params, ctx) { … }, without async; wait in steps.`,
  );
}
