/** What one check found. A note does not make the folder wrong. */
export interface Diagnosis {
  status: 'ok' | 'note' | 'wrong';
  message: string;
  /** Repairs it, and says what it did; only what cannot destroy anything. */
  fix?: () => string | undefined | Promise<string | undefined>;
}

export const good = (message: string): Diagnosis => ({ status: 'ok', message });
export const remark = (message: string, fix?: Diagnosis['fix']): Diagnosis => ({
  status: 'note',
  message,
  ...(fix && { fix }),
});
export const fault = (message: string, fix?: Diagnosis['fix']): Diagnosis => ({
  status: 'wrong',
  message,
  ...(fix && { fix }),
});
