import { isRecord } from '../../lib/is-record.ts';
import { didYouMean } from '../../lib/nearest.ts';
import { withoutMarks } from '../build/build-marks.ts';
import { childBlocksOf } from '../build/collect-mcp.ts';
import { type BuildFiles, readJson, readPages } from '../build/read-build.ts';
import type { NamedAuth } from './named-tool.ts';

/** A block as built, with operators where the configuration has them. */
export interface BuiltBlock extends Record<string, unknown> {
  blockId: string;
  type: string;
  properties: Record<string, unknown>;
}

/** A block and what is around it, from the page down. */
export interface PlacedBlock {
  block: BuiltBlock;
  around: BuiltBlock[];
}

export interface BuiltRequest {
  requestId: string;
  type: string;
  connectionId: string;
  properties: Record<string, unknown>;
  /** What the page sends. */
  payload: unknown;
}

/** A page as built: its blocks, the page itself first, and its requests. */
export interface BuiltForm {
  pageId: string;
  title: string;
  auth: NamedAuth;
  blocks: PlacedBlock[];
  requests: Map<string, BuiltRequest>;
}

export function readForms(files: BuildFiles): BuiltForm[] {
  const requests = readRequests(files);
  return readPages(files).map(({ pageId, page }) => {
    const root = toBlock(withoutMarks(page) as Record<string, unknown>);
    const auth = isRecord(root.auth) ? root.auth : {};
    return {
      pageId,
      title: typeof root.properties.title === 'string' ? root.properties.title : pageId,
      auth: {
        public: auth.public === true,
        ...(Array.isArray(auth.roles) && { roles: auth.roles.map(String) }),
      },
      blocks: [...placed(root, [])],
      requests: requests.get(pageId) ?? new Map(),
    };
  });
}

/** The page that a setting names. */
export function findPage(pages: BuiltForm[], pageId: string, wrong: (why: string) => Error): BuiltForm {
  const page = pages.find((one) => one.pageId === pageId);
  if (page) return page;
  const ids = pages.map((one) => one.pageId);
  throw wrong(`page "${pageId}" not found.${didYouMean(pageId, ids)}`);
}

function* placed(block: BuiltBlock, around: BuiltBlock[]): Generator<PlacedBlock> {
  yield { block, around };
  for (const child of childBlocksOf(block)) yield* placed(toBlock(child), [...around, block]);
}

function toBlock(block: Record<string, unknown>): BuiltBlock {
  const properties = isRecord(block.properties) ? block.properties : {};
  return { ...block, blockId: String(block.blockId ?? block.id), type: String(block.type), properties };
}

function readRequests(files: BuildFiles): Map<string, Map<string, BuiltRequest>> {
  const pages = new Map<string, Map<string, BuiltRequest>>();
  for (const path of files.keys()) {
    const request =
      path.startsWith('pages/') && path.includes('/requests/') ? readJson(files, path) : undefined;
    if (!isRecord(request) || typeof request.requestId !== 'string') continue;
    const pageId = String(request.pageId);
    const requests = pages.get(pageId) ?? new Map<string, BuiltRequest>();
    requests.set(request.requestId, {
      requestId: request.requestId,
      type: String(request.type),
      connectionId: String(request.connectionId),
      properties: isRecord(request.properties) ? request.properties : {},
      payload: request.payload,
    });
    pages.set(pageId, requests);
  }
  return pages;
}

/** The properties of the app's connections, by id. */
export function readConnectionProperties(files: BuildFiles): Map<string, Record<string, unknown>> {
  const connections = new Map<string, Record<string, unknown>>();
  for (const path of files.keys()) {
    const connection = path.startsWith('connections/') ? readJson(files, path) : undefined;
    if (!isRecord(connection) || typeof connection.connectionId !== 'string') continue;
    connections.set(connection.connectionId, isRecord(connection.properties) ? connection.properties : {});
  }
  return connections;
}
