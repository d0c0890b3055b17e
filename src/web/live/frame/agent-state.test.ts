import { expect, test } from 'vitest';
import { agentStateOf } from './agent-state.ts';

test('who waits is waiting, who waited lately works, everybody else is away', () => {
  expect(agentStateOf(true, undefined)).toBe('waiting');
  expect(agentStateOf(false, 0.1)).toBe('working');
  expect(agentStateOf(false, 299)).toBe('working');
  expect(agentStateOf(false, 300)).toBe('away');
  expect(agentStateOf(false, undefined)).toBe('away');
});
