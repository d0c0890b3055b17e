import type { HostFunction } from '../lua-vm.ts';
import { Refused } from './allowed-path.ts';

/** Expected failures become Lua's own convention: nil, a message, a number. */
export function answering(work: HostFunction): HostFunction {
  return (...args) => {
    try {
      return work(...args);
    } catch (error) {
      if (error instanceof Refused || (error instanceof Error && 'code' in error))
        return [null, error.message, 1];
      throw error;
    }
  };
}
