/** Who acts: an agent or a person, on behalf of a user. Every call has one. */
export interface Principal {
  /** Owns sessions. `local` for the person at this machine, without configuration. */
  userId: string;
  roles: string[];
  /** The profile that an app sees as `_user`; null means not signed in: public pages only. */
  user: Record<string, unknown> | null;
  kind: 'agent' | 'person';
  /** For logs and the activity page. */
  name: string;
  /** What the agent is called: by its key, or by its client itself. Absent for the user of this machine. */
  agent?: string;
  /** A person who signed in with a key or token that agents show, too: they are never administrators. */
  withAgentKey?: true;
  /** True for the person at this machine (stdio, the generated key, anonymous loopback, the page's cookie). */
  local: boolean;
}
