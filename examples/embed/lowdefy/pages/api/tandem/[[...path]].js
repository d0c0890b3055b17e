import { bakery } from '../../../lib/bakery.mjs';

// Tandem reads bodies itself, and bounds them.
export const config = { api: { bodyParser: false, externalResolver: true } };

export default async function handler(req, res) {
  const { mounted } = await bakery();
  await mounted.node(req, res);
}
