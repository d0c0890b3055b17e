import type { EngineBlock, Triggered } from '../../engine/engine-types.ts';
import type { UiState } from '../ui-state.ts';

/** What a component does with a person's input, where that is more than an event that can always be triggered. */
export interface OwnGestures {
  /** Events that only the component fires: nobody can trigger them unless they are offered. */
  own: readonly string[];
  /** What a person can do now, by event name, whether or not the app has actions for it. */
  offered(block: EngineBlock, ui: UiState): string[];
  /** Refuses what cannot be done with this payload; otherwise returns a function that does it. */
  toGesture?(block: EngineBlock, name: string, payload: unknown, ui: UiState): () => Triggered;
  /** Why something is not offered now, if that is not obvious. */
  whyNot?(block: EngineBlock, name: string): string | undefined;
  /** Its methods are for the app; agents use its gestures. */
  hidesMethods?: boolean;
  /** Why an agent may not do this. */
  forPerson?(name: string): string | undefined;
}
