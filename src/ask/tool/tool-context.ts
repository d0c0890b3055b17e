import type { z } from 'zod';
import type { Grantee } from '../../session/session-share.ts';
import type { ElicitResult } from './elicit-exchange.ts';
import type { ContextOf, ElicitInput, ElicitMap, ResponseOf } from './elicits.ts';
import type { Message } from './message.ts';
import type { Operation, StepContext, ToolLogLevel } from './operation.ts';
import type {
  ParsedResult,
  SampleInput,
  SampleResult,
  SampleTool,
  ToolChoice,
  ToolsResult,
} from './sample.ts';

/** What a branch inherits from its parent, and its own limits. */
export interface BranchOptions {
  /** Whether the branch starts with the messages so far. Default true; `messages` replaces them. */
  inheritMessages?: boolean;
  inheritSystemPrompt?: boolean;
  messages?: readonly Message[];
  systemPrompt?: string;
  maxDepth?: number;
  maxTokens?: number;
  /** Milliseconds of work; waiting for a person does not count. */
  timeout?: number;
}

/** How a question is asked. */
export interface ElicitOptions {
  /** Who is asked: `{ user: 'ben' }` or `{ role: 'finance' }`. Nobody else can answer. */
  to?: Grantee;
}

/**
 * What a tool can do while it runs: ask people, sample a model, run steps, sleep, branch.
 *
 * @example
 * ```ts
 * import { createMcpTool } from 'tandem-mcp/ask';
 * import { z } from 'zod';
 *
 * export const haiku = createMcpTool('haiku')
 *   .description('Writes a haiku')
 *   .parameters(z.object({ topic: z.string() }))
 *   .requires({ sampling: true })
 *   .elicits({})
 *   .execute(function* ({ topic }, ctx) {
 *     const { text } = yield* ctx.sample({ prompt: `A haiku about ${topic}` });
 *     return text;
 *   });
 * ```
 */
export interface ToolContext<E extends ElicitMap = ElicitMap> extends BranchContext {
  /**
   * Ask the person, and wait as long as they need. The other properties are shown with the question. `options.to` asks
   * another user, or somebody with a role, instead of the user whose call it is.
   * The answer matches the declared schema: the person is asked again until it does.
   */
  elicit<K extends keyof E & string>(
    key: K,
    question: ElicitInput<E[K]>,
    options?: ElicitOptions,
  ): Operation<ElicitResult<ContextOf<E[K]>, ResponseOf<E[K]>>>;
}

/** The context of a branch. It can do what the tool can, except ask people. */
export interface BranchContext {
  /** Ask the model. A prompt and its answer are added to `messages`; messages of your own are not. */
  sample(input: SampleInput & { schema?: undefined; tools?: undefined }): Operation<SampleResult>;
  sample<S extends z.ZodType>(
    input: SampleInput & { schema: S; tools?: undefined },
  ): Operation<ParsedResult<z.output<S>>>;
  sample(
    input: SampleInput & { tools: readonly SampleTool[]; toolChoice?: ToolChoice; schema?: undefined },
  ): Operation<ToolsResult>;
  /** `sample` with a schema that retries, with the reason, until the answer is valid; two more times by default. */
  sampleSchema<S extends z.ZodType>(
    input: SampleInput & { schema: S; retries?: number },
  ): Operation<ParsedResult<z.output<S>> & { parsed: z.output<S> }>;
  /** `sample` with tools that retries until the model calls one of them with valid arguments. */
  sampleTools(
    input: SampleInput & { tools: readonly SampleTool[]; toolChoice?: ToolChoice; retries?: number },
  ): Operation<ToolsResult>;
  /** A separate branch: its own messages, and its own limits within those of the tool. */
  branch<T>(body: (ctx: BranchContext) => Operation<T>, options?: BranchOptions): Operation<T>;
  log(level: ToolLogLevel, message: string): Operation<void>;
  /** Report progress, from 0 to 1. */
  notify(message: string, progress?: number): Operation<void>;
  /**
   * Do something once: its result is recorded, and returned again when the tool is
   * replayed. The only place for side effects and anything not deterministic: files, networks, time, randomness.
   */
  step<T>(name: string, run: (context: StepContext) => T | Promise<T>): Operation<T>;
  now(): Operation<Date>;
  uuid(): Operation<string>;
  /** From 0 up to, but not including, 1. */
  random(): Operation<number>;
  /** Wait; a restart does not reset the wait. */
  sleep(ms: number): Operation<void>;
  /** Several at the same time. If one fails, the others are cancelled and the error is thrown. */
  all<const T extends readonly Operation<unknown>[]>(
    operations: T,
  ): Operation<{ -readonly [I in keyof T]: T[I] extends Operation<infer V> ? V : never }>;
  readonly messages: readonly Message[];
  readonly parentMessages: readonly Message[];
  readonly parentSystemPrompt: string | undefined;
  readonly depth: number;
  /** Fires when the call is cancelled or expires. */
  readonly signal: AbortSignal;
  readonly callId: string;
  /** The user whose call it is: the local user, the user of a key, or the one from your own sign-in. */
  readonly userId: string;
}
