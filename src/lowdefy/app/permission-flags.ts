/** Node's permission model, under its name in this version: read these files, and nothing else. */
export function permissionFlags(readable: readonly string[]): string[] {
  const isStable = process.allowedNodeEnvironmentFlags.has('--permission');
  return [
    isStable ? '--permission' : '--experimental-permission',
    '--disable-warning=ExperimentalWarning',
    ...readable.map((path) => `--allow-fs-read=${path}`),
  ];
}
