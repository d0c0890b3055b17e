import {
  isEditable,
  type ProposedCall,
  type ProposedStep,
  toValueText,
} from '../bridge/approval/proposed-call.ts';
import type { AppFacts } from '../runner/app-runner.ts';
import type { NamedTool } from './named-tool.ts';

type Arguments = Record<string, unknown>;

/** What the arguments of a call set; the others say where. */
function givenTo({ controls }: NamedTool, args: Arguments): [string, unknown][] {
  const names = Object.values(controls);
  return Object.entries(args).filter(([key]) => !names.includes(key));
}

/** A call of one of the app's own tools, for the person who has to approve it. */
export function toProposedTool(
  tool: NamedTool,
  args: Arguments,
  { name }: Pick<AppFacts, 'name'>,
): ProposedCall {
  const { title, confirm, kind } = tool;
  const steps = givenTo(tool, args).map(
    ([key, value]): ProposedStep => ({
      verb: 'Set',
      label: labelOf(tool, key),
      to: toValueText(value),
      ...(isEditable(value) && { editable: value }),
    }),
  );
  const last = { verb: kind === 'endpoint' ? 'Call' : kind === 'query' ? 'Look up' : 'Submit', label: title };
  return {
    app: name,
    guards: [tool.name],
    messages: typeof confirm === 'string' ? [fill(confirm, args)] : [],
    page: title,
    steps: [...steps, last],
  };
}

/** The arguments with the values that the person wants instead. */
export function withEditedArguments(
  tool: NamedTool,
  args: Arguments,
  edited: ReadonlyMap<number, unknown>,
): Arguments {
  const changed = givenTo(tool, args).flatMap(([key], index) =>
    edited.has(index) ? [[key, edited.get(index)] as const] : [],
  );
  return { ...args, ...Object.fromEntries(changed) };
}

/** As the schema titles it. */
function labelOf({ inputSchema: { properties } }: NamedTool, key: string): string {
  const { title } = (properties as Record<string, { title?: string }> | undefined)?.[key] ?? {};
  return title ?? key;
}

/** `{{ key }}` is the value of that argument. */
function fill(message: string, args: Arguments): string {
  return message.replace(/\{\{\s*([\w.$]+)\s*\}\}/g, (_, key: string) => toValueText(args[key]));
}
