import CredentialsProvider from 'next-auth/providers/credentials';

/* Stands in for your own users: whoever knows a name is let in. Do not copy this part. */
const USERS = { ada: { id: 'ada', name: 'Ada' }, bob: { id: 'bob', name: 'Bob' } };

const ROLES = ['customer'];

export const authOptions = {
  secret: process.env.NEXTAUTH_SECRET,
  session: { strategy: 'jwt' },
  providers: [
    CredentialsProvider({
      name: 'Bakery',
      credentials: { user: { label: 'Name', type: 'text' } },
      authorize: ({ user }) => (Object.hasOwn(USERS, user) ? USERS[user] : null),
    }),
  ],
  callbacks: { session: ({ session, token }) => ({ ...session, user: toUser(token) }) },
};

/** The profile that the app sees as `_user`, in the browser and in sessions alike. */
export function toUser({ sub, name }) {
  return { id: sub, name, roles: ROLES };
}

/** Agents have keys of their own: never let them in by a cookie. */
export function userOfKey(authorization) {
  const [, id] = /^Bearer key-of-(\w+)$/.exec(authorization ?? '') ?? [];
  return id !== undefined && Object.hasOwn(USERS, id) ? { ...USERS[id], roles: ROLES } : undefined;
}
