import { isRecord } from '../../lib/is-record.ts';
import { createLogger } from '../../lib/logger.ts';
import type { App } from '../app/app.ts';
import { findPackages } from '../app/find-packages.ts';
import { explainVersion } from '../app/lowdefy-version.ts';
import { readMainFile } from '../build/main-file.ts';

/** What a finished build says about its app. */
export interface BuildSummary {
  pages: number;
  buildDirectory: string;
  /** The Lowdefy version that it runs on. */
  lowdefy: string;
  /** Why that is not the version it asks for, and what to do. */
  fallback?: string;
  /** Pages that need a signed-in user, and the roles that open them. */
  protected: string[];
  roles: string[];
}

export function describeBuild({ dir, buildDirectory, pages }: App): BuildSummary {
  const main = readMainFile(dir)?.value;
  const wanted = isRecord(main) && main.lowdefy !== undefined ? String(main.lowdefy) : undefined;
  const finder = findPackages({ dir, wanted, log: createLogger('silent') });
  const fallback = explainVersion(finder);
  const closed = pages.filter(({ auth }) => !auth.public);
  return {
    pages: pages.length,
    buildDirectory,
    lowdefy: finder.version,
    ...(fallback !== undefined && { fallback }),
    protected: closed.map(({ pageId }) => pageId),
    roles: [...new Set(closed.flatMap(({ auth }) => auth.roles ?? []))],
  };
}
