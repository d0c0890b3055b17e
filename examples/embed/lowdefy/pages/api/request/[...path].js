import { getServerSession } from 'next-auth/next';
import { authOptions } from '../../../lib/auth.mjs';
import { bakery } from '../../../lib/bakery.mjs';

/** What the app's own pages in the browser call. */
export default async function handler(req, res) {
  const session = await getServerSession(req, res, authOptions);
  const [pageId, requestId] = req.query.path;
  const { host } = await bakery();
  try {
    res.json(await host.callRequest({ pageId, requestId, payload: req.body.payload }, session?.user));
  } catch (error) {
    res.status(500).json({ error: error.message });
  }
}
