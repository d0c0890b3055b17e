import NextAuth from 'next-auth';
import { authOptions } from '../../../lib/auth.mjs';

export default NextAuth(authOptions);
