export type AgentState = 'waiting' | 'working' | 'away';

/** Who has not asked for events for so long is not at work on this any more. */
const AWAY_SECONDS = 300;

export const AGENT_TEXT: Record<AgentState, string> = {
  waiting: 'The agent is waiting for you',
  working: 'The agent is working',
  away: 'The agent is not connected',
};

/** `waitSeconds`: since the agent last waited for events; undefined when it never did. */
export function agentStateOf(isWaiting: boolean, waitSeconds: number | undefined): AgentState {
  if (isWaiting) return 'waiting';
  return waitSeconds !== undefined && waitSeconds < AWAY_SECONDS ? 'working' : 'away';
}
