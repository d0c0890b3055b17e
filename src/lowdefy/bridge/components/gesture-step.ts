import type { BlockTree } from '../../engine/engine-adapter.ts';
import type { EngineBlock, EventResult, Triggered } from '../../engine/engine-types.ts';
import type { UiState } from '../ui-state.ts';
import type { KeptSearches, Searched } from './search-results.ts';

/** One thing that a person does with a component. */
export interface GestureStep {
  run(): Triggered;
  /** For a click: whether the containers around receive it before or after the component acts. */
  click?: 'first' | 'last' | undefined;
  /** The field loses focus. */
  isLeaving?: boolean;
}

/** What a gesture can use besides the block itself. */
export interface GestureSurroundings {
  ui: UiState;
  /** Follows a link of the app, as its Link component does. */
  follow(link: Record<string, unknown>): void;
  /** Opens an address in another window. */
  openWindow(name: string, url: string): void;
  /** Search the documents of a Search block. */
  search(block: EngineBlock, query: string): Promise<Searched>;
  searches: KeptSearches;
}

/** What people can do with components of one type, where one event can take several clicks. */
export interface ComponentSteps {
  /** The events that a person can trigger now, with or without actions of the app. */
  eventsOf(tree: BlockTree, ui: UiState): string[];
  /**
   * What a person does to trigger an event; undefined if it cannot be triggered. Refuses a payload that names
   * something missing before anything happens.
   */
  toSteps(
    tree: BlockTree,
    name: string,
    payload: unknown,
    around: GestureSurroundings,
  ): GestureStep[] | undefined;
}

/** The result of a gesture that changes nothing. */
export const NOTHING: EventResult = { success: true, responses: {} };

export function propertiesOf({ eval: evaluated }: EngineBlock): Record<string, unknown> {
  return evaluated?.properties ?? {};
}

/** Life-cycle events: the page runs them; nobody clicks them. */
const LIFE_CYCLE = new Set(['onInit', 'onInitAsync', 'onMount', 'onMountAsync']);

/**
 * Events that the app has actions for; components register their own events, to make requests, under names with `__`.
 */
export function configuredEvents({ Events }: EngineBlock): string[] {
  return Object.keys(Events.events).filter((name) => !LIFE_CYCLE.has(name) && !name.startsWith('__'));
}

/** Since 5 the app can bind events to keys; these work whatever the component shows. */
export function shortcutEvents({ Events }: EngineBlock): string[] {
  return Object.entries(Events.events).flatMap(([name, { shortcut }]) => (shortcut ? [name] : []));
}

/** The payload as an object, whatever was sent. */
export function asPayload(payload: unknown): Record<string, unknown> {
  return payload !== null && typeof payload === 'object' && !Array.isArray(payload)
    ? (payload as Record<string, unknown>)
    : {};
}
