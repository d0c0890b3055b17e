import { HOME } from '../../users.mjs';

export function GET() {
  return new Response(HOME, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}
