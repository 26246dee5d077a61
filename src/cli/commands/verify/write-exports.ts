import { isoTimestamp, type JsonObject, writeFileAtomically } from "../../../base/index.ts";
import {
  exportCsv,
  exportJson,
  jobSummaryOf,
  type OutcomeCounts,
  readResultLog,
  rubricDefinition,
} from "../../../result/index.ts";
import { isEmptyRubric, type Rubric } from "../../../rubric/index.ts";
import type { CommandIo } from "../../command-io.ts";
import type { ExportFile } from "./plan-outputs.ts";

/** What exports say beside the results. */
export interface ExportSubject {
  readonly log: string;
  readonly kareninaVersion: string;
  /** In its stored form, without keys. */
  readonly config: JsonObject;
  readonly outcomes: OutcomeCounts;
  /** The traits of the whole benchmark that were judged. */
  readonly rubric: Rubric;
  readonly startTime: string;
  readonly durationSeconds: number;
  /** False: some tasks failed for infrastructure and can be repeated. */
  readonly isComplete: boolean;
  /** Keys of the tasks in the order in which their results are written. */
  readonly order: () => Iterable<string>;
}

/** Writes the exports of a run from its log, in the benchmark's order; memory does not grow with what results hold. */
export async function writeExports(
  files: readonly ExportFile[],
  subject: ExportSubject,
  { clock }: Pick<CommandIo, "clock">,
): Promise<void> {
  const exportTimestamp = isoTimestamp(clock);
  const { kareninaVersion } = subject;
  for (const file of files) {
    const read = () => readResultLog(subject.log, { orderedBy: subject.order() });
    const content =
      file.format === "csv"
        ? exportCsv(read, { exportTimestamp, kareninaVersion, rubric: subject.rubric })
        : exportJson(
            read(),
            {
              exportTimestamp,
              kareninaVersion,
              verificationConfig: subject.config,
              jobSummary: {
                ...jobSummaryOf(subject.outcomes),
                startTime: subject.startTime,
                endTime: exportTimestamp,
                totalDuration: subject.durationSeconds,
                isComplete: subject.isComplete,
              },
            },
            isEmptyRubric(subject.rubric) ? {} : { rubricDefinition: rubricDefinition(subject.rubric) },
          );
    await writeFileAtomically(file.path, content);
  }
}
