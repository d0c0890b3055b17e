import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The page of the token bench: 30 inputs and a table of 50 rows. */
export const ORDERS = { dir: at('../test/tokens/app'), sql: at('orders.sql'), database: 'orders.db' };
