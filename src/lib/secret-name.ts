/** Whether a field of this name holds a secret. */
export function isSecretName(name: string): boolean {
  return /pass(?:word|phrase|code)|secret|credential|api_?key|access_?token|private_?key/i.test(name);
}
