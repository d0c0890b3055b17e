import { TandemError } from '../errors.ts';
import { openBrowser } from '../server/open-browser.ts';
import { requestPageUrl } from '../server/page-url.ts';
import { openTandemFolder } from '../server/tandem-folder.ts';
import { type Command, dirOption } from './command.ts';
import { servedFolder } from './served-folder.ts';

export const openCommand: Command = {
  summary: 'open the page of the server that runs in a folder',
  about: 'Opens the page with a single-use code; prints the address if no browser opens.',
  options: { dir: dirOption, print: { type: 'boolean', help: 'only print the address' } },
  async run(flags) {
    const folder = openTandemFolder(servedFolder(flags));
    const port = folder.readPort('ui-port');
    if (port === undefined)
      throw new TandemError(
        'unavailable',
        'No server has run in this folder yet. Start one with: tandem serve',
      );
    const url = await requestPageUrl(folder, port, process.env);
    const opened = !flags.print && (await openBrowser(url));
    console.log(opened ? 'Opened the page in your browser.' : url);
    return 0;
  },
};
