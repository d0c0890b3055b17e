import { TandemError } from '../errors.ts';
import { openBrowser } from '../server/open-browser.ts';
import { requestPageUrl } from '../server/page-url.ts';
import { openTandemFolder } from '../server/tandem-folder.ts';
import { type Command, dirOption } from './command.ts';
import { servedFolder } from './served-folder.ts';

export const openCommand: Command = {
  summary: 'open the status page of the server that runs in a folder',
  about:
    'Opens the status page, which lists the sessions. The address contains a single-use code; it is printed if no browser opens.',
  options: {
    dir: dirOption('the folder that is served'),
    print: { type: 'boolean', help: 'only print the address' },
    quiet: { type: 'boolean', help: 'say nothing if a browser opens' },
    json: { type: 'boolean', help: 'print the address as JSON; opens nothing' },
  },
  async run(flags) {
    const dir = servedFolder(flags);
    const folder = openTandemFolder(dir);
    const port = folder.readPort('ui-port');
    if (port === undefined)
      throw new TandemError(
        'unavailable',
        `No server has run in ${dir} yet. Start one with: tandem serve --dir ${dir}`,
      );
    const url = await requestPageUrl(folder, port, process.env);
    const opened = !flags.print && !flags.json && (await openBrowser(url));
    if (flags.json) console.log(JSON.stringify({ url }));
    else if (!opened) console.log(url);
    else if (!flags.quiet) console.log('Opened the page in your browser.');
    return 0;
  },
};
