import { serveCli } from '../cli/run-cli.ts';
import type { Cleanup } from '../harness.ts';
import { connectHttp } from '../lowdefy/http-client.ts';
import type { McpAnswer, McpUser } from '../lowdefy/mcp-client.ts';
import { copyForms } from '../named/copy-forms.ts';
import { type Person, signIn } from './person.ts';
import { writeSignOffTool } from './sign-off-tool.ts';

/** Users with an agent and a browser each; `cy` has the role `sales`. */
export const TEAM = `mcp:
  auth:
    type: api_key
    keys:
      - { key: agent-of-ann-0123456789, for: agent, name: agent, user: { id: ann, name: Ann } }
      - { key: second-of-ann-0123456789, for: agent, name: helper, user: { id: ann, name: Ann } }
      - { key: page-of-ann-0123456789, for: person, user: { id: ann, name: Ann } }
      - { key: agent-of-ben-0123456789, for: agent, name: agent, user: { id: ben, name: Ben } }
      - { key: page-of-ben-0123456789, for: person, user: { id: ben, name: Ben } }
      - { key: agent-of-cy-01234567890, for: agent, name: agent, user: { id: cy, name: Cy }, roles: [sales] }
      - { key: page-of-cy-01234567890, for: person, user: { id: cy, name: Cy }, roles: [sales] }
`;

export interface Team {
  dir: string;
  mcp: number;
  ui: number;
  /** The key of an agent, or of a person: `page-of-ann`. */
  keyOf(name: string): string;
  agent(name: 'agent-of-ann' | 'second-of-ann' | 'agent-of-ben' | 'agent-of-cy'): Promise<McpUser>;
  person(name: 'ann' | 'ben' | 'cy'): Promise<Person>;
  stop(signal: NodeJS.Signals): Promise<unknown>;
}

/** A served folder with an app, a tool that asks, and these users. */
export function startTeam(cleanup: Cleanup): Promise<Team> {
  const { dir } = copyForms(cleanup, TEAM);
  writeSignOffTool(dir);
  return serveTeam(cleanup, dir);
}

/** A folder whose `tandem.yaml` has these users. */
export async function serveTeam(cleanup: Cleanup, dir: string): Promise<Team> {
  const serving = await serveCli(dir, { args: ['--port', '0', '--mcp-port', '0'] });
  cleanup.add(() => serving.stop('SIGKILL'));
  const keyOf = (name: string) => TEAM.match(new RegExp(`key: (${name}-\\d+)`))?.[1] ?? '';
  return {
    dir,
    mcp: serving.mcp,
    ui: serving.ui,
    keyOf,
    agent: (name) => connectHttp(cleanup, serving.mcp, keyOf(name)),
    person: (name) => signIn(cleanup, serving.ui, keyOf(`page-of-${name}`)),
    stop: serving.stop,
  };
}

export function structured<T>({ structured: value, texts, isError }: McpAnswer): T {
  if (isError) throw new Error(texts.join('\n'));
  return value as T;
}
