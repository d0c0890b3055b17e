/** Who acts on a session; every principal is one. */
export interface Actor {
  userId: string;
  kind: 'agent' | 'person';
  name: string;
  /** What the agent is called, where its user may have several. */
  agent?: string;
  /** What others may have opened sessions to. */
  roles?: readonly string[];
  /** They are at this machine, and may know where things lie on it. */
  local?: boolean;
}

/** Who they are in histories: "Ann", or "Ann's claude-code". */
export function actorName({ name, agent }: Pick<Actor, 'name' | 'agent'>): string {
  return agent === undefined ? name : `${name}'s ${agent}`;
}
