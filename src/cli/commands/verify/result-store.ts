import { type OpenedResults, openRunLog } from "../../../config/index.ts";
import { type Results, readResultLog, type VerificationResult } from "../../../result/index.ts";
import type { CommandIo } from "../../command-io.ts";
import type { PreparedRun } from "./prepare-run.ts";
import type { VerifyOptions } from "./verify-command.ts";

/** Where the results of a run go, and how they are read afterwards. */
export interface ResultStore {
  open(): Promise<OpenedResults>;
  read(): Results;
}

/** A log on disk, or memory when no output is wanted. */
export function resultStore(
  prepared: PreparedRun,
  options: VerifyOptions,
  { clock }: CommandIo,
): ResultStore {
  const { log } = prepared.outputs;
  if (log === undefined) return inMemory();
  const resume = options.resume === undefined ? undefined : { retryFailed: options.retryFailed === true };
  return { open: () => openRunLog(log, { ...prepared, clock }, resume), read: () => readResultLog(log) };
}

function inMemory(): ResultStore {
  const results: VerificationResult[] = [];
  return {
    open: async () => ({
      sink: {
        name: "memory",
        write(result) {
          results.push(result);
        },
      },
      finished: new Set(),
    }),
    read: () => results,
  };
}
