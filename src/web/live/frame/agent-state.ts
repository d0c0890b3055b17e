export type AgentState = 'waiting' | 'working' | 'away';

/** Who has not called for so long is not at work on this any more. */
const AWAY_SECONDS = 300;

export const AGENT_TEXT: Record<AgentState, string> = {
  waiting: 'The agent is waiting for you',
  working: 'The agent is working',
  away: 'The agent is not connected',
};

/** `idleSeconds`: since the agent last called anything; undefined when it never did. */
export function agentStateOf(isWaiting: boolean, idleSeconds: number | undefined): AgentState {
  if (isWaiting) return 'waiting';
  return idleSeconds !== undefined && idleSeconds < AWAY_SECONDS ? 'working' : 'away';
}
