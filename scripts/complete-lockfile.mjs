// node scripts/complete-lockfile.mjs [folder]: after `npm install` against a registry mirror that lacks the
// packages of other platforms. `npm ci` wants every optional platform package in the lockfile, also those it
// will never install here; this adds the missing ones from their names, so that a clone installs everywhere.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const OS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'openharmony',
  'win32',
  'netbsd',
  'openbsd',
  'sunos',
  'aix',
];
const CPU = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'wasm32', 'loong64', 'mips64el'];

const path = join(process.argv[2] ?? '.', 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
let added = 0;
for (const [at, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const nested = `${at}/node_modules/${name}`;
    const hoisted = `node_modules/${name}`;
    if (at === '' || lock.packages[nested] || lock.packages[hoisted]) continue;
    const words = name.split(/[-/.]/);
    const os = OS.filter((one) => words.includes(one));
    const cpu = CPU.filter((one) => words.includes(one));
    if (os.length === 0 && cpu.length === 0) continue;
    const libc = words.some((word) => word.includes('musl'))
      ? ['musl']
      : words.some((word) => word.includes('gnu')) && os.includes('linux')
        ? ['glibc']
        : [];
    lock.packages[hoisted] = {
      version,
      ...(cpu.length ? { cpu } : {}),
      ...(entry.dev ? { dev: true } : {}),
      ...(libc.length ? { libc } : {}),
      optional: true,
      ...(os.length ? { os } : {}),
    };
    added++;
  }
}
const [rootEntry, ...others] = Object.entries(lock.packages);
lock.packages = Object.fromEntries([rootEntry, ...others.sort(([a], [b]) => (a < b ? -1 : 1))]);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} platform packages added to ${path}.`);
