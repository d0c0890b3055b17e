import type { EngineBlock } from '../../engine/engine-types.ts';
import type { Recorder } from '../recorder.ts';
import type { UiState } from '../ui-state.ts';

/** What is around a component when it registers its methods. */
export interface ShimContext {
  ui: UiState;
  /** What was open when the page was last drawn. */
  opened: ReadonlySet<string>;
  recorder: Recorder;
  /** Something appeared on the screen that the engine does not know about. */
  redraw(): void;
  /** The page is not idle until this has ended. */
  track(name: string, run: () => Promise<void>): Promise<void>;
}

export type Shims = Record<string, (...args: never[]) => unknown>;
export type MakeShims = (block: EngineBlock, around: ShimContext) => Shims;
