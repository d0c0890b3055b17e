import type { z } from 'zod';
import type { ElicitResult } from './elicit-exchange.ts';
import type { ContextOf, ElicitInput, ElicitMap, ResponseOf } from './elicits.ts';
import type { Message } from './message.ts';
import type { LogLevel, Operation, StepContext } from './operation.ts';
import type {
  ParsedResult,
  SampleInput,
  SampleResult,
  SampleTool,
  ToolChoice,
  ToolsResult,
} from './sample.ts';

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

/** What a tool can do while it runs. Everything that is not plain computing goes through here. */
export interface ToolContext<E extends ElicitMap = ElicitMap> extends BranchContext {
  /**
   * Ask the person, and wait as long as they need. What stands beside `message` is shown with the question.
   * The answer fits the declared schema: one that does not is asked for again.
   */
  elicit<K extends keyof E & string>(
    key: K,
    question: ElicitInput<E[K]>,
  ): Operation<ElicitResult<ContextOf<E[K]>, ResponseOf<E[K]>>>;
}

/** The context of a branch: as that of the tool, but people are asked by the tool itself only. */
export interface BranchContext {
  /** Ask the model. A prompt joins `messages` together with its answer; messages of your own do not. */
  sample(input: SampleInput & { schema?: undefined; tools?: undefined }): Operation<SampleResult>;
  sample<S extends z.ZodType>(
    input: SampleInput & { schema: S; tools?: undefined },
  ): Operation<ParsedResult<z.output<S>>>;
  sample(
    input: SampleInput & { tools: readonly SampleTool[]; toolChoice?: ToolChoice; schema?: undefined },
  ): Operation<ToolsResult>;
  /** `sample` with a schema that asks again, with the reason, until the answer fits; two more times by default. */
  sampleSchema<S extends z.ZodType>(
    input: SampleInput & { schema: S; retries?: number },
  ): Operation<ParsedResult<z.output<S>> & { parsed: z.output<S> }>;
  /** `sample` with tools that asks again until the model calls one of them with arguments that fit. */
  sampleTools(
    input: SampleInput & { tools: readonly SampleTool[]; toolChoice?: ToolChoice; retries?: number },
  ): Operation<ToolsResult>;
  /** A line of thought of its own: own messages, own limits within those of the tool. */
  branch<T>(body: (ctx: BranchContext) => Operation<T>, options?: BranchOptions): Operation<T>;
  log(level: LogLevel, message: string): Operation<void>;
  /** Say how far the work is; `progress` from 0 to 1. */
  notify(message: string, progress?: number): Operation<void>;
  /**
   * Do something in the world, once: what it gives is written down, and given again when the tool is played
   * again. The one place for whatever is not the same every time: files, networks, clocks, chance.
   */
  step<T>(name: string, run: (context: StepContext) => T | Promise<T>): Operation<T>;
  now(): Operation<Date>;
  uuid(): Operation<string>;
  /** From 0 up to, but not, 1. */
  random(): Operation<number>;
  /** Wait; a restart in between does not start the wait again. */
  sleep(ms: number): Operation<void>;
  /** Several at the same time. When one fails, the others are ended and the failure is thrown. */
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
  /** Whose call it is: the local user, the one of a key, or who your own sign-in says it is. */
  readonly userId: string;
}
