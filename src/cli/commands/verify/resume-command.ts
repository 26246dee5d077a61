import { shellWord } from "../../shell-word.ts";

/** The command that goes on with a run from its log. */
export function resumeCommandFor(log: string, { retryFailed }: { readonly retryFailed: boolean }): string {
  return `npx karenina verify --resume ${shellWord(log)}${retryFailed ? " --retry-failed" : ""}`;
}
