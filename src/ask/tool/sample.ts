import type { z } from 'zod';
import type { Message } from './message.ts';

/** A tool that the model may call while it is sampled. The asking tool receives the call; nothing runs by itself. */
export interface SampleTool {
  name: string;
  description?: string;
  inputSchema: z.ZodObject;
}

export interface ModelPreferences {
  hints?: { name?: string }[];
  costPriority?: number;
  speedPriority?: number;
  intelligencePriority?: number;
}

interface SampleBase {
  systemPrompt?: string;
  maxTokens?: number;
  modelPreferences?: ModelPreferences;
}

/** With a prompt, which is added to `ctx.messages`, or with the tool's own messages, which are not. */
export type SampleInput = SampleBase &
  ({ prompt: string; messages?: undefined } | { messages: readonly Message[]; prompt?: undefined });

export type ToolChoice = 'auto' | 'required' | 'none';

/** The request to a model, whichever it is. Plain data: it is compared and hashed in replay. */
export interface SampleRequest {
  messages: Message[];
  systemPrompt?: string;
  maxTokens?: number;
  modelPreferences?: ModelPreferences;
  tools?: { name: string; description?: string; inputSchema: Record<string, unknown> }[];
  toolChoice?: ToolChoice;
  /** The reply must fit this schema; it is what the model passes to a tool called `__schema__`. */
  schema?: Record<string, unknown>;
}

export interface SampleToolCall {
  id: string;
  name: string;
  arguments: Record<string, unknown>;
}

/** The reply, as recorded. */
export interface SampleAnswer {
  text: string;
  model?: string;
  stopReason?: string;
  toolCalls?: SampleToolCall[];
}

export const SCHEMA_TOOL = '__schema__';

/** A sample as messages, for a later `ctx.sample({ messages })`. */
export interface SampleExchange<Parsed = undefined> {
  /** Two: the request and the reply. With a schema three: the reply is a tool call and its result. */
  messages: Message[];
  parsed: Parsed;
}

/** What the model replied to `ctx.sample`. */
export interface SampleResult {
  text: string;
  model?: string;
  stopReason?: string;
  exchange: SampleExchange;
}

/** What the model replied to `ctx.sample` with a schema: `parsed`, or `parseError` if the reply does not fit. */
export interface ParsedResult<T> extends Omit<SampleResult, 'exchange'> {
  parsed: T | null;
  parseError?: { message: string; rawText: string };
  exchange: SampleExchange<T | null>;
}

/** What the model replied to `ctx.sample` with tools: the calls it wants to make. */
export interface ToolsResult extends SampleResult {
  toolCalls: SampleToolCall[];
}

/** Thrown by `sampleSchema` and `sampleTools` when every attempt returned something invalid. */
export class SampleValidationError extends Error {
  readonly helperName: string;
  readonly attempts: number;
  readonly lastResult: unknown;

  constructor(helperName: string, attempts: number, lastResult: unknown, reason: string) {
    super(`${helperName}: after ${attempts} attempts the model's answer is still not valid: ${reason}`);
    this.name = 'SampleValidationError';
    this.helperName = helperName;
    this.attempts = attempts;
    this.lastResult = lastResult;
  }
}
