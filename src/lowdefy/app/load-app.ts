import { type OpenBuildOptions, openBuild } from '../build/open-build.ts';
import type { App } from './app.ts';
import { readEndpoints } from './endpoints.ts';
import { toApp } from './load-page-side.ts';
import { loadRequestSide } from './load-request-side.ts';

export interface LoadAppOptions extends OpenBuildOptions {
  /** `mcp.limits.maxResponseMb`. */
  maxResponseMb?: number;
}

/** A Lowdefy app, built if necessary, with pages and requests in one process: for inspecting it, not for serving. */
export async function loadApp(options: LoadAppOptions): Promise<App> {
  const { log } = options;
  const build = await openBuild(options);
  const requests = await loadRequestSide(build, options);
  const { api, createContext, close } = requests;
  const endpoints = readEndpoints(build.files);
  return toApp({ ...build, endpoints }, { finder: build.finder, api, createContext, log, close });
}
