/** Shares one generated answer among the tasks that differ only in their judge. */
export interface AnswerSource {
  /**
   * Runs `generate` for the first task that asks for `key`; the others wait for its outcome, however slow,
   * and share it, an error included.
   */
  share<T>(key: string, generate: () => Promise<T>): Promise<{ readonly value: T; readonly shared: boolean }>;
}
