import { TandemError } from '../../errors.ts';

export function notOffered(name: string): TandemError {
  return new TandemError('forbidden', `The app "${name}" is not available to agents (mcp.enabled: false).`);
}
