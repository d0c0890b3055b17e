import type { Sealer } from '../area/seal.ts';
import type { Principal } from '../auth/principal.ts';
import { LruMap } from '../lib/lru-map.ts';
import { newId } from '../lib/new-id.ts';

type Handshake = Record<string, unknown>;

/** What the id of a connection says. */
interface Opened {
  handshake: Handshake;
  /** The instance that opened it. */
  instance: string;
}

/** Ids of connections of the older eras. An id has in it, sealed, how its client introduced itself, and where. */
export interface ConnectionIds {
  create(principal: Principal, handshake: Handshake): Promise<string>;
  /** Undefined unless the id is this user's, and not ended. */
  read(id: string, principal: Principal): Promise<Opened | undefined>;
  /** Its client has ended it. */
  end(id: string): void;
}

const PREFIX = 'mcp_';
/** Some proxies refuse longer headers; a client that says so much about itself has to introduce itself again. */
const MAX_CHARACTERS = 3_000;
const MAX_ENDED = 10_000;

export function createConnectionIds(sealer: Sealer, instance = ''): ConnectionIds {
  const ended = new LruMap<string, true>({ max: MAX_ENDED });
  const bindingOf = ({ userId }: Principal) => ({ userId, tool: 'connection', arguments: {} });
  return {
    async create(principal, handshake) {
      const id = PREFIX + (await sealer.seal({ handshake, instance }, bindingOf(principal)));
      return id.length > MAX_CHARACTERS ? newId(PREFIX) : id;
    },
    async read(id, principal) {
      if (!id.startsWith(PREFIX) || id.length > MAX_CHARACTERS || ended.get(id)) return undefined;
      const sealed = sealer.open(id.slice(PREFIX.length), bindingOf(principal));
      return (await sealed.catch(() => undefined)) as Opened | undefined;
    },
    end(id) {
      ended.set(id, true);
    },
  };
}
