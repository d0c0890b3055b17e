// Preloaded by clients of the proxy: names below .tandem.test are this machine, as in a hosts file.
import dns from 'node:dns';

const { lookup } = dns;
dns.lookup = (name, ...rest) => lookup(name.endsWith('.tandem.test') ? '127.0.0.1' : name, ...rest);
