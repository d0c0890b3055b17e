/** Lowdefy, as it is bundled with the frame's code (`lowdefy/client/client-source.ts`). */
declare module 'lowdefy-client' {
  import type { ComponentType, ReactNode } from 'react';

  type Block = import('./engine-shape.ts').ReplicaBlock;
  type Context = import('./engine-shape.ts').ReplicaContext;
  type Lowdefy = import('./engine-shape.ts').ReplicaLowdefy;
  type BlockComponent = import('./engine-shape.ts').BlockComponent;

  export const Client: ComponentType<Record<string, unknown>>;
  export function initLowdefyContext(props: Record<string, unknown>): Lowdefy;
  export function getContext(options: {
    config: unknown;
    lowdefy: Lowdefy;
    jsMap: Record<string, unknown>;
  }): Context;
  export const serializer: {
    serialize(value: unknown): unknown;
    deserialize(value: unknown): unknown;
    copy<T>(value: T): T;
  };
  export function get(object: unknown, path: string): unknown;
  export function set(object: unknown, path: string, value: unknown): void;
  export const AntdModal: { destroyAll(): void };
  /** What makes the styles of antd from the app's theme; undefined before Lowdefy 5. */
  export const theming:
    | undefined
    | {
        App: ComponentType;
        ConfigProvider: ComponentType<{ theme: object; children?: ReactNode }>;
        StyleProvider: ComponentType<{ layer: boolean; children?: ReactNode }>;
        theme: { useToken(): { token: object } };
        useDarkMode(options: {
          antd: unknown;
          configDarkMode: unknown;
        }): Record<'algorithm' | 'token' | 'components', unknown>;
      };
  export const ownIcons: Record<string, unknown>;
  export const operators: Record<string, unknown>;
  export const blockPackages: {
    types: string[];
    isAlways: boolean;
    load(): Promise<Record<string, BlockComponent>>;
  }[];
  export const iconSets: Record<string, () => Promise<Record<string, unknown>>>;
}
