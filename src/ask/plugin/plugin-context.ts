import type { RawElicitResult } from '../tool/elicit-exchange.ts';
import type { ElicitRequest } from './elicit-request.ts';

/**
 * The props of a component that answers a question. After the answer it stays visible, disabled.
 *
 * @example
 * ```tsx
 * import type { RenderableProps } from 'tandem-mcp/ask/client';
 *
 * interface Props extends RenderableProps<string> {
 *   sizes: string[];
 * }
 *
 * export function Sizes({ sizes, onRespond, disabled = false }: Props) {
 *   return sizes.map((size) => (
 *     <button key={size} disabled={disabled} onClick={() => onRespond(size)}>
 *       {size}
 *     </button>
 *   ));
 * }
 * ```
 */
export interface RenderableProps<Response> {
  onRespond(value: Response): void;
  disabled?: boolean;
  response?: Response;
}

/** A component's own props: those that the handler passes to `ctx.render`. */
export type UserProps<Props> = Omit<Props, keyof RenderableProps<unknown>>;

/** A React component, or a function that works like one. Not React's own type, because the server has no React. */
export type Component<Props> = ((props: Props) => unknown) & { displayName?: string };

export interface RenderEffect {
  op: 'render';
  component: Component<never>;
  props: Record<string, unknown>;
}

export interface RenderOperation<T> {
  [Symbol.iterator](): Iterator<RenderEffect, T, unknown>;
}

/** What the handler of a question can do: `render` components, and see its request. */
export interface PluginClientContext {
  readonly callId: string;
  /** Fires when the question is withdrawn or the page is closed. */
  readonly signal: AbortSignal;
  readonly elicitRequest: ElicitRequest;
  /** Shows a component until the person responds; returns what it passed to `onRespond`. */
  render<Props extends { onRespond(value: never): void }>(
    component: Component<Props>,
    props: UserProps<Props>,
  ): RenderOperation<Parameters<Props['onRespond']>[0]>;
  reportProgress?(message: string): RenderOperation<void>;
}

export type AnyElicitHandler = (
  req: never,
  ctx: PluginClientContext,
) => RenderOperation<RawElicitResult<unknown>>;
