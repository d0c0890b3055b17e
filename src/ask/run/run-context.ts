import { z } from 'zod';
import type { Answer } from '../../area/question.ts';
import { TandemError } from '../../errors.ts';
import { didYouMean } from '../../lib/nearest.ts';
import { checkGrantee } from '../tool/check-grantee.ts';
import { checkPlainJson } from '../tool/check-plain-json.ts';
import { type ElicitResult, toElicitExchange } from '../tool/elicit-exchange.ts';
import type { Message } from '../tool/message.ts';
import {
  type Effect,
  type Operation,
  perform,
  type StepContext,
  type ToolLogLevel,
} from '../tool/operation.ts';
import type { BranchContext, BranchOptions, ElicitOptions } from '../tool/tool-context.ts';
import type { CallOfTool } from './call-of-tool.ts';
import { trackOperations } from './made-operation.ts';
import { SampleContext } from './sample-context.ts';
import { Scope } from './scope.ts';

type Effects<T> = Generator<Effect, T, unknown>;

/** `ctx`. A class with shared methods: a closure for each would use more memory than the suspended tool itself. */
export class RunContext extends SampleContext implements BranchContext {
  get callId(): string {
    return this.call.callId;
  }

  get userId(): string {
    return this.call.userId;
  }

  get signal(): AbortSignal {
    return this.call.signal();
  }

  get depth(): number {
    return this.scope.depth;
  }

  *elicit(
    key: string,
    { message, ...context }: { message: string } & Record<string, unknown>,
    { to }: ElicitOptions = {},
  ): Effects<ElicitResult<unknown, unknown>> {
    const { tool, callId } = this.call;
    const elicit = tool.questions[key];
    if (!elicit)
      throw new TandemError(
        'invalid_input',
        `Tool "${tool.name}" asks "${key}", but its .elicits() does not declare it.${didYouMean(key, Object.keys(tool.questions))}`,
      );
    if (this.depth > 0)
      throw new TandemError(
        'unsupported',
        `Tool "${tool.name}" asks "${key}" in a branch (depth ${this.depth}). Ask in the tool itself, and pass the answer to the branch.`,
      );
    if (typeof message !== 'string')
      throw new TandemError('invalid_input', `Tool "${tool.name}": the question "${key}" needs a message.`);
    checkPlainJson(context, `Tool "${tool.name}", question "${key}": context`);
    const checked = elicit.context?.safeParse(context);
    if (checked?.success === false)
      throw new TandemError(
        'invalid_input',
        `Tool "${tool.name}", question "${key}": its context does not match its schema: ${z.prettifyError(checked.error)}`,
      );
    const addressed =
      to === undefined ? {} : { to: checkGrantee(to, `Tool "${tool.name}", question "${key}"`) };
    const seq = ++this.call.questions;
    const answer = yield* perform<Answer>({ op: 'elicit', key, message, context, seq, ...addressed });
    if (answer.action !== 'accept') return { action: answer.action };
    const { content } = answer;
    const exchange = toElicitExchange({
      callId,
      seq,
      key,
      message,
      context: checked?.data ?? context,
      content,
    });
    return { action: 'accept', content, exchange };
  }

  *branch<T>(body: (ctx: BranchContext) => Operation<T>, options: BranchOptions = {}): Effects<T> {
    const { inheritMessages = true, inheritSystemPrompt = true, messages, systemPrompt } = options;
    const { maxDepth, maxTokens, timeout } = options;
    const scope = new Scope(
      {
        ...(maxDepth === undefined ? {} : { maxDepth }),
        ...(maxTokens === undefined ? {} : { maxTokens }),
        ...(timeout === undefined ? {} : { timeout }),
      },
      this.scope,
    );
    const inherited = inheritMessages ? this.messages : [];
    const sub = new RunContext(this.call, scope, {
      messages: [...(messages ?? inherited)],
      parentMessages: this.messages,
      systemPrompt: systemPrompt ?? (inheritSystemPrompt ? this.systemPrompt : undefined),
      parentSystemPrompt: this.systemPrompt,
    });
    return yield* body(sub);
  }

  *log(level: ToolLogLevel, message: string): Effects<void> {
    yield { op: 'log', level, message };
  }

  *notify(message: string, progress?: number): Effects<void> {
    yield { op: 'notify', message, ...(progress === undefined ? {} : { progress }) };
  }

  *step<T>(name: string, run: (context: StepContext) => T | Promise<T>): Effects<T> {
    if (typeof name !== 'string' || typeof run !== 'function')
      throw new TandemError('invalid_input', 'ctx.step takes a name and a function.');
    return yield* perform<T>({ op: 'step', name, run, scope: this.scope });
  }

  *now(): Effects<Date> {
    return yield* perform<Date>({ op: 'now' });
  }

  *uuid(): Effects<string> {
    return yield* perform<string>({ op: 'uuid' });
  }

  *random(): Effects<number> {
    return yield* perform<number>({ op: 'random' });
  }

  *sleep(ms: number): Effects<void> {
    if (typeof ms !== 'number' || !(ms >= 0))
      throw new TandemError('invalid_input', `ctx.sleep takes milliseconds, not ${ms}.`);
    yield* perform<void>({ op: 'sleep', ms, scope: this.scope });
  }

  *all(operations: readonly Operation<unknown>[]): Effects<never> {
    for (const [index, operation] of operations.entries())
      if (typeof operation?.[Symbol.iterator] !== 'function' || typeof operation !== 'object')
        throw new TandemError(
          'invalid_input',
          `ctx.all takes operations such as ctx.step(…), without yield*; number ${index + 1} is not one.`,
        );
    return yield* perform<never>({ op: 'all', operations });
  }
}

trackOperations(RunContext.prototype, [
  'elicit',
  'sample',
  'sampleSchema',
  'sampleTools',
  'branch',
  'log',
  'notify',
  'step',
  'now',
  'uuid',
  'random',
  'sleep',
  'all',
]);

/** The context that a tool starts with. */
export function createRunContext(call: CallOfTool, scope: Scope, parent?: ParentConversation): RunContext {
  return new RunContext(call, scope, {
    messages: [],
    parentMessages: parent?.messages ?? [],
    systemPrompt: parent?.systemPrompt,
    parentSystemPrompt: parent?.systemPrompt,
  });
}

/** The conversation that a tool was called in. */
export interface ParentConversation {
  messages: readonly Message[];
  systemPrompt?: string | undefined;
}
