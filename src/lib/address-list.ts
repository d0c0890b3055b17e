import { BlockList, isIP } from 'node:net';

/** Addresses and networks, such as `10.0.0.7`, `10.0.0.0/8`, `fd00::/8`. */
export interface AddressList {
  has(address: string | undefined): boolean;
}

/** Throws a RangeError for an entry that is neither. */
export function createAddressList(entries: readonly string[]): AddressList {
  const list = new BlockList();
  for (const entry of entries) {
    const range = parseRange(entry);
    if (!range) throw new RangeError(`"${entry}" is not an address or a network`);
    list.addSubnet(range.address, range.bits, range.family);
  }
  return {
    has(given) {
      const address = toPlainAddress(given);
      return address !== undefined && list.check(address, familyOf(address));
    },
  };
}

export function isAddressRange(entry: string): boolean {
  return parseRange(entry) !== undefined;
}

/** An address as it is compared and logged: IPv4 inside IPv6 is IPv4. Undefined for anything else. */
export function toPlainAddress(text: string | undefined): string | undefined {
  const plain = text?.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  return plain !== undefined && isIP(plain) !== 0 ? plain : undefined;
}

function parseRange(entry: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [text = '', size, ...rest] = entry.split('/');
  const address = toPlainAddress(text);
  if (address === undefined || rest.length > 0) return undefined;
  // A network of mapped addresses would be counted in bits of IPv6.
  if (size !== undefined && (address !== text || !/^\d{1,3}$/.test(size))) return undefined;
  const family = familyOf(address);
  const all = family === 'ipv4' ? 32 : 128;
  const bits = size === undefined ? all : Number(size);
  return bits <= all ? { address, bits, family } : undefined;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
