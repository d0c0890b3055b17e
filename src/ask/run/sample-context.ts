import { z } from 'zod';
import { TandemError } from '../../errors.ts';
import { estimateTokens, type Message, messageText } from '../tool/message.ts';
import { type Effect, perform } from '../tool/operation.ts';
import {
  type ParsedResult,
  type SampleAnswer,
  type SampleInput,
  type SampleRequest,
  type SampleTool,
  SampleValidationError,
  SCHEMA_TOOL,
  type ToolChoice,
  type ToolsResult,
} from '../tool/sample.ts';
import type { CallOfTool } from './call-of-tool.ts';
import { fitSample, toAnswerSchema, toReply } from './fit-sample.ts';
import type { Scope } from './scope.ts';

interface SampleHistory {
  messages: Message[];
  parentMessages: readonly Message[];
  systemPrompt: string | undefined;
  parentSystemPrompt: string | undefined;
}

interface AnySampleInput {
  schema?: z.ZodType | undefined;
  tools?: readonly SampleTool[] | undefined;
  toolChoice?: ToolChoice;
}

type Input = SampleInput & AnySampleInput;
type Effects<T> = Generator<Effect, T, unknown>;

const DEFAULT_RETRIES = 2;

/** The part of `ctx` that talks to the model. */
export class SampleContext {
  protected readonly call: CallOfTool;
  protected readonly scope: Scope;
  readonly #history: SampleHistory;

  constructor(call: CallOfTool, scope: Scope, history: SampleHistory) {
    this.call = call;
    this.scope = scope;
    this.#history = history;
  }

  get messages(): readonly Message[] {
    return this.#history.messages;
  }

  get parentMessages(): readonly Message[] {
    return this.#history.parentMessages;
  }

  get parentSystemPrompt(): string | undefined {
    return this.#history.parentSystemPrompt;
  }

  protected get systemPrompt(): string | undefined {
    return this.#history.systemPrompt;
  }

  /** The overloads of the public type, in one. */
  *sample(input: Input): Effects<never> {
    const asked = this.#asked(input);
    const { result } = yield* this.#once(input, asked, asked);
    this.#track(input, result);
    return result as never;
  }

  *sampleSchema<S extends z.ZodType>(
    input: SampleInput & { schema: S; retries?: number },
  ): Effects<ParsedResult<z.output<S>> & { parsed: z.output<S> }> {
    return (yield* this.#untilItFits('sampleSchema', input)) as never;
  }

  *sampleTools(
    input: SampleInput & { tools: readonly SampleTool[]; toolChoice?: ToolChoice; retries?: number },
  ): Effects<ToolsResult> {
    return (yield* this.#untilItFits('sampleTools', { toolChoice: 'required', ...input })) as ToolsResult;
  }

  *#untilItFits(
    helper: string,
    input: Input & { retries?: number },
  ): Effects<ToolsResult | ParsedResult<unknown>> {
    const attempts = (input.retries ?? DEFAULT_RETRIES) + 1;
    const asked = this.#asked(input);
    let messages = asked;
    for (let attempt = 1; ; attempt++) {
      const { result, answer } = yield* this.#once(input, messages, asked);
      if (!result.misfit) {
        this.#track(input, result);
        return result;
      }
      if (attempt >= attempts) throw new SampleValidationError(helper, attempts, result, result.misfit);
      messages = withHint(asked, answer, result.misfit);
    }
  }

  *#once(
    input: Input,
    messages: Message[],
    asked: readonly Message[],
  ): Effects<{ result: Sampled; answer: SampleAnswer }> {
    const request = this.#toRequest(input, messages);
    const texts = messages.map(messageText);
    this.scope.charge(estimateTokens(request.systemPrompt ?? '', ...texts));
    const answer = yield* perform<SampleAnswer>({ op: 'sample', request, scope: this.scope });
    this.scope.addTokens(
      estimateTokens(answer.text, ...(answer.toolCalls ?? []).map((c) => JSON.stringify(c))),
    );
    const id = `schema_${this.call.callId}_${++this.call.samples}`;
    return { result: fitSample(answer, input, { id, asked: asked.slice(-1) }) as Sampled, answer };
  }

  #asked({ prompt, messages }: Input): Message[] {
    if ((prompt === undefined) === (messages === undefined))
      throw new TandemError('invalid_input', 'ctx.sample takes either "prompt" or "messages".');
    return messages ? [...messages] : [...this.messages, { role: 'user', content: prompt as string }];
  }

  #toRequest(input: Input, messages: Message[]): SampleRequest {
    const {
      systemPrompt = this.systemPrompt,
      maxTokens,
      modelPreferences,
      schema,
      tools,
      toolChoice,
    } = input;
    if (schema && tools)
      throw new TandemError('invalid_input', 'ctx.sample takes "schema" or "tools", not both.');
    return {
      messages,
      ...(systemPrompt === undefined ? {} : { systemPrompt }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...(modelPreferences ? { modelPreferences } : {}),
      ...(schema ? { schema: toAnswerSchema(schema) } : {}),
      ...(tools ? { tools: tools.map(toListed), toolChoice: toolChoice ?? 'auto' } : {}),
    };
  }

  #track(input: Input, result: Sampled): void {
    if (input.prompt === undefined) return;
    this.#history.messages.push(...result.exchange.messages);
  }
}

/** For every kind of sample; `misfit` says why the reply is not what was requested. */
type Sampled = (ToolsResult | ParsedResult<unknown>) & { misfit?: string };

function toListed({ name, description, inputSchema }: SampleTool) {
  if (name === SCHEMA_TOOL)
    throw new TandemError('invalid_input', `"${SCHEMA_TOOL}" is a reserved name; rename the tool.`);
  const { $schema: _, ...schema } = z.toJSONSchema(inputSchema, { io: 'input' });
  return { name, ...(description === undefined ? {} : { description }), inputSchema: schema };
}

/** The model sees what it said and what is wrong with it. */
function withHint(asked: readonly Message[], answer: SampleAnswer, misfit: string): Message[] {
  const text = `Your last answer was not valid: ${misfit}. Answer again, exactly as asked.`;
  const refused = (answer.toolCalls ?? []).map(({ id }) => ({
    type: 'tool_result' as const,
    toolUseId: id,
    content: [{ type: 'text' as const, text: misfit }],
    isError: true,
  }));
  return [...asked, ...toReply(answer), { role: 'user', content: [...refused, { type: 'text', text }] }];
}
