import { isRecord } from '../../lib/is-record.ts';
import type { AppPage } from '../app/app.ts';
import type { BuiltPage } from '../app/app-settings.ts';
import { withoutMarks } from './build-marks.ts';
import { childBlocksOf, collectMcp } from './collect-mcp.ts';
import { type BuildFiles, readPages } from './read-build.ts';

/** Lowdefy adds it to every app; nobody navigates to it. */
const NOT_FOUND_PAGE = '404';

/** The pages of a build; their `mcp` settings are removed from the files. */
export function readBuiltPages(files: BuildFiles): {
  pages: AppPage[];
  built: BuiltPage[];
  /** Block types that contain blocks. */
  parents: Set<string>;
} {
  const pages: AppPage[] = [];
  const built: BuiltPage[] = [];
  const parents = new Set<string>();
  for (const { pageId, path, page } of readPages(files)) {
    const mcp = collectMcp(page, pageId);
    // The engine stores pages by this id. A build with disabled checks may stop before it sets the id, and before it
    // sets who may open the page; then the page requires signing in.
    page.id = `page:${pageId}`;
    if (!isRecord(page.auth)) page.auth = { public: false };
    files.set(path, JSON.stringify(page));
    const blockIds = new Set<string>();
    visit(page);
    blockIds.delete(pageId);
    if (pageId === NOT_FOUND_PAGE) continue;
    built.push({ pageId, blockIds, mcp });
    pages.push({ pageId, title: titleOf(page), auth: authOf(page) });

    function visit(block: Record<string, unknown>): void {
      blockIds.add(String(block.blockId ?? block.id));
      const children = childBlocksOf(block);
      if (children.length > 0) parents.add(String(block.type));
      for (const child of children) visit(child);
    }
  }
  return { pages, built, parents };
}

function titleOf({ properties }: Record<string, unknown>): string | null {
  const title = isRecord(properties) ? properties.title : undefined;
  return typeof title === 'string' ? title : null;
}

function authOf(page: Record<string, unknown>): AppPage['auth'] {
  const auth = withoutMarks(page.auth);
  if (!isRecord(auth)) return { public: false };
  const roles = Array.isArray(auth.roles) ? auth.roles.map(String) : undefined;
  return { public: auth.public === true, ...(roles ? { roles } : {}) };
}
