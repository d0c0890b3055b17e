import { z } from 'zod';
import type { Answer } from '../../area/asks.ts';
import type { FlatSchema } from '../../area/input-required.ts';
import { AnswerError } from '../calls/check-answer.ts';

/** An answer to a question that is known by its JSON Schema only; its tool may check more when it goes on. */
export function checkFlatAnswer(schema: FlatSchema, answer: Answer): Answer {
  if (answer.action !== 'accept') return answer;
  const checked = z
    .fromJSONSchema({ ...schema } as Parameters<typeof z.fromJSONSchema>[0])
    .safeParse(answer.content);
  if (checked.success) return answer;
  const fields: Record<string, string> = {};
  for (const { path, message } of checked.error.issues) fields[path.join('.')] ??= message;
  throw new AnswerError(fields);
}
