import { type ChildProcess, spawn } from 'node:child_process';

/** Tracks running processes, and kills those that are left when the server is gone. */
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
let killsAtExit = false;
const children = new Set<ChildProcess>();

/**
 * A process exits when the server does, unless its code spins; then nothing inside it can help. So it is killed when
 * the server exits, and by a small shell script if the server itself was killed.
 */
export function endWithServer(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (!killsAtExit)
    process.once('exit', () => {
      for (const one of children) one.kill('SIGKILL');
    });
  killsAtExit = true;
  children.add(child);
  if (keeper) tell(`+ ${child.pid}`);
  else {
    keeper = startKeeper();
    for (const { pid } of children) tell(`+ ${pid}`);
  }
  child.once('exit', () => {
    children.delete(child);
    tell(`- ${child.pid}`);
  });
}

function startKeeper(): ChildProcess {
  // Detached: a signal from the terminal that ends the server must not end this one first.
  const shell = spawn('/bin/sh', ['-c', KEEPER], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: {},
  });
  // If it could not be started, or was killed, the next process tries again.
  const lose = () => {
    if (keeper === shell) keeper = undefined;
  };
  shell.on('error', lose);
  shell.on('exit', lose);
  shell.stdin?.on('error', () => {});
  shell.unref();
  (shell.stdin as unknown as { unref?(): void } | null)?.unref?.();
  return shell;
}

function tell(line: string): void {
  if (keeper?.stdin?.writable) keeper.stdin.write(`${line}\n`);
}
