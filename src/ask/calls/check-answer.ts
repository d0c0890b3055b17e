import { z } from 'zod';
import type { Answer } from '../../area/question.ts';
import { TandemError } from '../../errors.ts';
import type { AnyMcpTool } from '../tool/mcp-tool.ts';
import type { QuestionState } from './call-state.ts';

/** What is wrong with an answer, by field, so that a form can show it there. */
export class AnswerError extends TandemError {
  readonly fields: Record<string, string>;

  constructor({ issues }: z.core.$ZodError) {
    const fields: Record<string, string> = {};
    for (const { path, message } of issues) fields[path.join('.')] ??= message;
    const faults = Object.entries(fields).map(([field, fault]) => (field ? `${field}: ${fault}` : fault));
    super('invalid_input', faults.join('; '));
    this.fields = fields;
  }
}

/** The answer as stored: an accepted one is valid, the others have no content. */
export function checkAnswer(schema: z.ZodType, answer: Answer): Answer {
  if (answer.action !== 'accept') return { action: answer.action };
  const checked = schema.safeParse(answer.content);
  if (!checked.success) throw new AnswerError(checked.error);
  return { action: 'accept', content: answer.content };
}

/** The current schema for answers to a question of an asking tool. */
export function answerSchemaOf(tool: AnyMcpTool, key: string): z.ZodType {
  const elicit = tool.questions[key];
  if (elicit) return elicit.response;
  throw new TandemError(
    'conflict',
    `Tool "${tool.name}" has changed and does not ask "${key}" any longer. The call waits: it continues when the tool fits again.`,
  );
}

/** For a question of `ctx.ask`, whose own schema only its handler has; the handler checks again when it resumes. */
export function keptSchemaOf({ schema }: QuestionState): z.ZodType {
  return z.fromJSONSchema({ ...schema } as Parameters<typeof z.fromJSONSchema>[0]);
}
