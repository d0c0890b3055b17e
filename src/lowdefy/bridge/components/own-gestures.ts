import type { EngineBlock, Triggered } from '../../engine/engine-types.ts';
import type { UiState } from '../ui-state.ts';

/** What a component makes of what a person does, where that is more than an event that can be triggered at any time. */
export interface OwnGestures {
  /** Events that only the component fires: triggered by nobody unless they are offered. */
  own: readonly string[];
  /** What a person can do now, by the names of its events, whether or not the app has actions for them. */
  offered(block: EngineBlock, ui: UiState): string[];
  /** Refuses what cannot be done with this payload, else does it when it is called. */
  toGesture?(block: EngineBlock, name: string, payload: unknown, ui: UiState): () => Triggered;
  /** Why something is not offered now, where that is not plain to see. */
  whyNot?(block: EngineBlock, name: string): string | undefined;
  /** Its methods are for the app; what agents do goes through its gestures. */
  hidesMethods?: boolean;
  /** Why an agent may not do this. */
  forPerson?(name: string): string | undefined;
}
