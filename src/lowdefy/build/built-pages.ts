import { isRecord } from '../../lib/is-record.ts';
import type { AppPage } from '../app/app.ts';
import type { BuiltPage } from '../app/app-settings.ts';
import { withoutMarks } from './build-marks.ts';
import { childBlocksOf, collectMcp } from './collect-mcp.ts';
import { type BuildFiles, readPages } from './read-build.ts';

/** Lowdefy adds it to every app; nobody goes there. */
const NOT_FOUND_PAGE = '404';

/** The pages of a build; their `mcp` settings are taken out of the files. */
export function readBuiltPages(files: BuildFiles): {
  pages: AppPage[];
  built: BuiltPage[];
  /** Block types that have blocks in them. */
  parents: Set<string>;
} {
  const pages: AppPage[] = [];
  const built: BuiltPage[] = [];
  const parents = new Set<string>();
  for (const { pageId, path, page } of readPages(files)) {
    const mcp = collectMcp(page, pageId);
    // The engine keeps pages by this id. A build whose checks are switched off may stop before it gives it, and
    // before it says who may open the page: then nobody may without signing in.
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
