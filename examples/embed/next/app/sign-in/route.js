import { toCookie } from '../../../users.mjs';

export function GET(request) {
  const user = new URL(request.url).searchParams.get('user') ?? '';
  return new Response(null, {
    status: 302,
    headers: { Location: '/tandem/', 'Set-Cookie': toCookie(user) },
  });
}
