import { isoTimestamp, type JsonObject, writeFileAtomically } from "../../../base/index.ts";
import {
  exportCsv,
  exportJson,
  jobSummaryOf,
  type OutcomeCounts,
  readResultLog,
} from "../../../result/index.ts";
import type { CommandIo } from "../../command-io.ts";
import type { ExportFile } from "./plan-outputs.ts";

/** What exports say beside the results. */
export interface ExportSubject {
  readonly log: string;
  readonly kareninaVersion: string;
  /** In its stored form, without keys. */
  readonly config: JsonObject;
  readonly outcomes: OutcomeCounts;
  readonly startTime: string;
  readonly durationSeconds: number;
}

/** Writes the exports of a completed run from its log; memory does not grow with the number of results. */
export async function writeExports(
  files: readonly ExportFile[],
  subject: ExportSubject,
  { clock }: Pick<CommandIo, "clock">,
): Promise<void> {
  const exportTimestamp = isoTimestamp(clock);
  const { kareninaVersion } = subject;
  for (const file of files) {
    const results = readResultLog(subject.log);
    const content =
      file.format === "csv"
        ? exportCsv(results, { exportTimestamp, kareninaVersion })
        : exportJson(results, {
            exportTimestamp,
            kareninaVersion,
            verificationConfig: subject.config,
            jobSummary: {
              ...jobSummaryOf(subject.outcomes),
              startTime: subject.startTime,
              endTime: exportTimestamp,
              totalDuration: subject.durationSeconds,
              isComplete: true,
            },
          });
    await writeFileAtomically(file.path, content);
  }
}
