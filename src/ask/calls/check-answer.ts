import { TandemError } from '../../errors.ts';
import type { AnswerGiven } from '../run/journal.ts';
import type { AnyMcpTool } from '../tool/mcp-tool.ts';

/** What is wrong with an answer, by field, so that a form can say it where it is. */
export class AnswerError extends TandemError {
  readonly fields: Record<string, string>;

  constructor(fields: Record<string, string>) {
    const faults = Object.entries(fields).map(([field, fault]) => (field ? `${field}: ${fault}` : fault));
    super('invalid_input', faults.join('; '));
    this.fields = fields;
  }
}

/** The answer as it is kept: an accepted one fits the question's schema, the others carry nothing. */
export function checkAnswer(tool: AnyMcpTool, key: string, answer: AnswerGiven): AnswerGiven {
  if (answer.action !== 'accept') return { action: answer.action };
  const elicit = tool.questions[key];
  if (!elicit)
    throw new TandemError(
      'ended',
      `Tool "${tool.name}" does not ask "${key}" any more: it has changed. Call it again.`,
    );
  const checked = elicit.response.safeParse(answer.content);
  if (!checked.success) {
    const fields: Record<string, string> = {};
    for (const { path, message } of checked.error.issues) fields[path.join('.')] ??= message;
    throw new AnswerError(fields);
  }
  return { action: 'accept', content: answer.content };
}
