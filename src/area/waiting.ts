import type { Waiting } from './input-required.ts';

/** What the agent should do with a call that returned "waiting". */
export function waitingNote({ askId, url, waitsFor }: Waiting): string {
  const fetch = `call ask_result with askId "${askId}"`;
  if (url === undefined) return `The call continues. To get its result, ${fetch} (waitSeconds waits for it).`;
  if (waitsFor !== undefined)
    return `Only ${waitsFor} can answer, on their page of questions, or with this link: ${url} . Then ${fetch} to get the status of the call.`;
  return `The person must answer first. Give them this link: ${url} . Then ${fetch} to get the status of the call.`;
}
