import type { DeedWords } from '../session/deed.ts';
import type { LogEntry } from '../session/session-record.ts';

/** What happened in a live UI. Undefined for what is not known. */
export function toLiveDeed(entry: LogEntry): DeedWords | undefined {
  const { action, code, failed, app, view, variables, how, label } = entry;
  switch (action) {
    case 'ui_run':
      return {
        verb: typeof failed === 'string' ? 'could not run code' : 'ran code',
        doing: 'running code',
        ...(typeof failed === 'string' && { reason: failed }),
        ...(typeof code === 'string' && { texts: [{ title: 'Lua', text: code }] }),
      };
    case 'ui_display':
      return { verb: 'showed', doing: 'showing', label: String(app) };
    case 'ui_upload_viewdef':
      return { verb: 'changed the view', doing: 'changing the view', label: String(view) };
    case 'page': {
      if (typeof label === 'string')
        return how === 'changed'
          ? { verb: 'changed', doing: 'changing', label, fold: `page ${label}` }
          : { verb: 'clicked', doing: 'clicking', label };
      const count = Array.isArray(variables) ? variables.length : 1;
      return { verb: count > 1 ? `used the page (${count} changes)` : 'used the page', fold: 'page' };
    }
    default:
      return undefined;
  }
}
