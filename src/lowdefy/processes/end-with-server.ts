import { type ChildProcess, spawn } from 'node:child_process';

/** Collects the processes that run, and kills those that are left when the server is gone. */
const KEEPER = `
all=
while read -r sign pid; do
  case $sign in
    +) all="$all $pid" ;;
    -) rest=; for one in $all; do [ "$one" = "$pid" ] || rest="$rest $one"; done; all=$rest ;;
  esac
done
[ -z "$all" ] || kill -9 $all`;

let keeper: ChildProcess | undefined;
const children = new Set<ChildProcess>();

/**
 * A process ends by itself when the server does, unless its code spins; nothing in it can help then. So it is killed when
 * the server exits, and by a small shell where the server itself was killed.
 */
export function endWithServer(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (!keeper) {
    process.once('exit', () => {
      for (const one of children) one.kill('SIGKILL');
    });
    keeper = startKeeper();
  }
  children.add(child);
  tell(`+ ${child.pid}`);
  child.once('exit', () => {
    children.delete(child);
    tell(`- ${child.pid}`);
  });
}

function startKeeper(): ChildProcess {
  // Detached: what ends the server from its terminal must not end this one first.
  const shell = spawn('/bin/sh', ['-c', KEEPER], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: {},
  });
  // Without a shell, processes that spin stay where the server was killed.
  shell.on('error', () => {});
  shell.stdin?.on('error', () => {});
  shell.unref();
  (shell.stdin as unknown as { unref?(): void } | null)?.unref?.();
  return shell;
}

function tell(line: string): void {
  if (keeper?.stdin?.writable) keeper.stdin.write(`${line}\n`);
}
