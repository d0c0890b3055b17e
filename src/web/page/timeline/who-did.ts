import type { ShownDeed } from '../../../protocol/deed.ts';

type Who = ShownDeed['actor'];

/** Who did something, to the person who reads it. One agent of their own needs no name; of several, each has one. */
export function whoDid({ kind, name, userId }: Who, you: string, agents: number): string {
  if (kind === 'system') return name === 'tandem' ? 'Tandem' : name;
  const isYours = userId === you;
  if (kind === 'person') return isYours ? 'You' : name;
  return isYours && agents < 2 ? 'Agent' : name;
}

/** How many agents there are among these. */
export function countAgents(deeds: readonly ShownDeed[]): number {
  const agents = deeds.filter(({ actor }) => actor.kind === 'agent');
  return new Set(agents.map(({ actor }) => `${actor.userId} ${actor.name}`)).size;
}
