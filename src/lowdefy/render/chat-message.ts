import type { UIMessage } from 'ai';
import type { ViewPart } from '../../view/view-node.ts';
import { type ToolPart, toToolPart } from '../bridge/chat/tell-app.ts';
import { fact, field, note, rawText } from './block-node.ts';
import { addressText, asRecord, plainText } from './shown-text.ts';

/** What the app shows of messages. */
export interface MessageDisplay {
  roles?: unknown;
  showThoughtChain?: unknown;
  showReasoning?: unknown;
  showSources?: unknown;
  showStatusUpdates?: unknown;
  showToolInputStreaming?: unknown;
  toolResultDisplay?: unknown;
}

type Part = UIMessage['parts'][number];

/** Collapsed on the screen: enough to know what it is about. */
const MAX_REASONING = 300;
const MAX_OUTPUT = 1000;

/** A message in the order it was written. */
export function messageParts(message: UIMessage, display: MessageDisplay, isStreaming: boolean): ViewPart[] {
  const shown: ViewPart[] = [];
  for (const part of message.parts) {
    const made = toPart(part, display, isStreaming);
    const last = shown.at(-1);
    // A text that arrived in chunks is one text.
    if (made?.kind === 'text' && last?.kind === 'text') last.text += made.text;
    else if (made) shown.push({ ...made });
  }
  return shown;
}

function toPart(part: Part, display: MessageDisplay, isStreaming: boolean): ViewPart | undefined {
  const tool = toToolPart(part);
  if (tool) return display.showThoughtChain === false ? undefined : fact('tool', toolFacts(tool, display));
  const { type } = part;
  if (part.type === 'reasoning' || part.type === 'text') return toText(part, display);
  if (part.type === 'file')
    return field('File', { name: part.filename, type: part.mediaType, url: addressText(part.url) });
  if (type === 'source-url' || type === 'source-document') {
    const { title, url } = part as { title?: unknown; url?: unknown };
    return display.showSources === true ? field('Source', { title, url }) : undefined;
  }
  if (type !== 'data-status' || !isStreaming || display.showStatusUpdates === false) return undefined;
  return note(asRecord((part as { data?: unknown }).data).message ?? 'Processing...');
}

/** Some models announce what they are about to do in texts that are not part of the reply. */
function toText(
  part: Extract<Part, { type: 'reasoning' | 'text' }>,
  { showReasoning }: MessageDisplay,
): ViewPart | undefined {
  const isCommentary = asRecord(part.providerMetadata?.openai).phase === 'commentary';
  if (part.type === 'text' && !isCommentary) return rawText(part.text);
  return showReasoning === false
    ? undefined
    : note(part.text && `Reasoning: ${cut(part.text, MAX_REASONING)}`);
}

/** A call as the component shows it: one that waits for a person with its input, a finished one with its result. */
function toolFacts(tool: ToolPart, display: MessageDisplay): Record<string, unknown> {
  const { toolName: name, state, input, output, approval } = tool;
  if (state === 'approval-requested' && approval)
    return { name, status: 'waiting for a person to approve it', input, approval: approval.id };
  if (state === 'output-denied') return { name, status: 'rejected' };
  if (state === 'output-error') return { name, status: 'failed' };
  if (state === 'output-available') return { name, status: 'done', ...outputOf(name, output, display) };
  if (state === 'approval-responded') return { name, status: approval?.approved ? 'approved' : 'rejected' };
  return { name, status: 'running', ...(display.showToolInputStreaming !== false && { input }) };
}

function outputOf(
  name: string,
  output: unknown,
  { toolResultDisplay }: MessageDisplay,
): { output?: unknown } {
  const modes = asRecord(toolResultDisplay);
  const mode = typeof toolResultDisplay === 'string' ? toolResultDisplay : (modes[name] ?? modes.default);
  if (mode === 'none' || output === undefined) return {};
  const facts = asRecord(output);
  // What another agent said, and what a tool produced to look at.
  const said = facts._subAgent === true ? facts.text : facts.display;
  const value = typeof said === 'string' ? said : output;
  const text = plainText(value) ?? '';
  return { output: text.length > MAX_OUTPUT ? cut(text, MAX_OUTPUT) : value };
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
