import { mounted } from '../../../tandem.mjs';

export const dynamic = 'force-dynamic';

const handle = async (request) => (await mounted()).fetch(request);

export { handle as DELETE, handle as GET, handle as OPTIONS, handle as POST, handle as PUT };
