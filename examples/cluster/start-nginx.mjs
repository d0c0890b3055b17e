import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The program that is missing for a proxy with TLS, if one is. */
export const withoutNginx = ['nginx', 'openssl'].find(
  (program) => spawnSync(program, [program === 'nginx' ? '-v' : 'version'], { env: path() }).error,
);

/**
 * nginx with a site of its own: `site` is what goes into `http {}`, `files` are what it includes. Everything is in
 * `dir`, and so is a certificate for `names`.
 */
export async function startNginx({ dir, site, files = {}, names, port, settings = '' }) {
  mkdirSync(dir, { recursive: true });
  const at = (name) => join(dir, name);
  makeCertificate(dir, names);
  for (const [name, text] of Object.entries(files)) writeFileSync(at(name), text);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${at(kind)};`,
  );
  writeFileSync(
    at('nginx.conf'),
    `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${at('nginx.pid')};
worker_processes 1;
events { worker_connections 1024; }
http {
access_log off;
${settings}
${temporary.join('\n')}
${site}
}
`,
  );
  const child = spawn('nginx', ['-p', dir, '-c', at('nginx.conf'), '-e', at('error.log')], {
    env: path(),
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(child, 'exit');
  while (!(await accepts(port))) {
    if (child.exitCode !== null)
      throw new Error(`nginx did not start: ${readFileSync(at('error.log'), 'utf8').trim()}`);
    await sleep(10);
  }
  return {
    /** The certificate, for clients to trust. */
    certificate: at('fullchain.pem'),
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function makeCertificate(dir, names) {
  const alternatives = names.map((name) => (/^[\d.]+$/.test(name) ? `IP:${name}` : `DNS:${name}`)).join(',');
  const args = `req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=${names[0]} -addext subjectAltName=${alternatives} -keyout ${dir}/privkey.pem -out ${dir}/fullchain.pem`;
  const { status, stderr } = spawnSync('openssl', args.split(' '));
  if (status !== 0) throw new Error(`openssl could not make a certificate: ${stderr}`);
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Debian has it where only root looks. */
function path() {
  return { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };
}
