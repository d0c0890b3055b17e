import type { NamedTool } from './named-tool.ts';

/** A part of the address of a resource, and where the page takes it from. */
export interface ResourceParameter {
  name: string;
  from: 'urlQuery' | 'input' | 'filter';
}

/** Data of a page that agents can read by its address. Plain data: listing needs no running engine. */
export interface NamedResource {
  name: string;
  pageId: string;
  description: string;
  /** How the page is read. */
  query: NamedTool;
  parameters: ResourceParameter[];
  /** Only what these return. */
  requests?: string[];
  refreshMs?: number;
  /** Connections that its requests read: a write to one of them may change it. */
  connections: string[];
}

/** Which requests and endpoints write to which connections, by `page/request` and by endpoint. */
export interface AppWrites {
  requests: Record<string, string>;
  endpoints: Record<string, string[]>;
}

export const NO_WRITES: AppWrites = { requests: {}, endpoints: {} };
