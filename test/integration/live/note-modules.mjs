// Preloaded with --import: writes the address of every module that is resolved to the file NOTED_MODULES.
import { register } from 'node:module';

const hooks = `
import { appendFileSync } from 'node:fs';
export async function resolve(name, context, next) {
  const found = await next(name, context);
  appendFileSync(process.env.NOTED_MODULES, found.url + '\\n');
  return found;
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
