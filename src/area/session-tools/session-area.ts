import type { Area } from '../area.ts';
import { sessionClose } from './session-close.ts';
import { createSessionCreate } from './session-create.ts';
import { sessionList } from './session-list.ts';

/** The tools that make, list and close sessions, of the apps that are served. */
export function createSessionArea(apps: readonly string[] = []): Area {
  return {
    name: 'sessions',
    instructions:
      'Tandem keeps your work in sessions: named, saved after every call, and seen live by the person in a browser. Create one with session_create, pass its sessionId to the other tools, find earlier ones with session_list, and end it with session_close. Errors say what to do next.',
    tools: [createSessionCreate(apps), sessionList, sessionClose],
  };
}
