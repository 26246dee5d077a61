import path from "node:path";
import { isoTimestamp, type JsonObject, KareninaError, writeFileAtomically } from "../../../base/index.ts";
import {
  type ExportFormat,
  exportCsv,
  exportJson,
  jobSummaryOf,
  type MappedContent,
  type OutcomeCounts,
  readResultLog,
  readResultLogHeader,
  readResultLogWalks,
  rubricDefinition,
} from "../../../result/index.ts";
import { isEmptyRubric, type Rubric } from "../../../rubric/index.ts";
import type { CommandIo } from "../../command-io.ts";
import type { Formulas } from "../../formulas-option.ts";
import { tellMapped } from "../../output-format-option.ts";
import { showWritten } from "../../report/show-written.ts";
import { terminalOn } from "../../report/terminal.ts";
import { hasContent } from "./check-outputs.ts";
import type { ExportFile } from "./plan-outputs.ts";

/** What exports say beside the results. */
interface ExportSubject {
  readonly log: string;
  readonly kareninaVersion: string;
  /** In its stored form, without keys. */
  readonly config: JsonObject;
  readonly outcomes: OutcomeCounts;
  /** The traits of the whole benchmark that were judged. */
  readonly rubric: Rubric;
  /** Those of single questions beside them, by question id. */
  readonly questionRubrics: ReadonlyMap<string, Rubric>;
  readonly formulas: Formulas | undefined;
  /** In which form; undefined: the one that holds everything. */
  readonly format: ExportFormat | undefined;
  /** Of the run, ISO 8601. */
  readonly startTime: string;
  readonly endTime: string;
  /** False: some tasks failed for infrastructure and can be repeated. */
  readonly isComplete: boolean;
  /** Progress is not shown. */
  readonly quiet: boolean;
  /** What exists may be replaced. */
  readonly overwrite: boolean;
  /** Keys of the tasks in the order in which their results are written. */
  readonly order: () => Iterable<string>;
}

/**
 * Writes the exports of a run from its log, in the benchmark's order; memory does not grow with what results hold.
 *
 * @throws KareninaError `file_unwritable`, also for a file that somebody else has written meanwhile.
 */
export async function writeExports(
  files: readonly ExportFile[],
  subject: ExportSubject,
  io: Pick<CommandIo, "clock" | "stderr" | "environment">,
): Promise<void> {
  const exportTimestamp = isoTimestamp(io.clock);
  const { kareninaVersion, startTime, endTime, format } = subject;
  const totalDuration = (Date.parse(endTime) - Date.parse(startTime)) / 1000;
  const times = { startTime, endTime, totalDuration };
  const of = Object.values(subject.outcomes).reduce((sum, count) => sum + count, 0);
  const terminal = terminalOn(io.stderr, io.environment);
  const hasTraits = !isEmptyRubric(subject.rubric) || subject.questionRubrics.size > 0;
  const { benchmark, scenarios } = await readResultLogHeader(subject.log);
  const walks = async function* () {
    for await (const { record } of readResultLogWalks(subject.log)) yield record;
  };
  for (const file of files) {
    let mapped: readonly MappedContent[] = [];
    const onMapped = (all: readonly MappedContent[]) => {
      mapped = all;
    };
    const info = { exportTimestamp, kareninaVersion, format, onMapped };
    const read = () => {
      const results = readResultLog(subject.log, { orderedBy: subject.order() });
      const name = `Writing ${path.basename(file.path)}`;
      return subject.quiet ? results : showWritten(results, { name, of, terminal, clock: io.clock });
    };
    const content =
      file.format === "csv"
        ? exportCsv(read, {
            ...info,
            rubric: subject.rubric,
            formulas: subject.formulas,
          })
        : exportJson(
            read(),
            {
              ...info,
              benchmark,
              verificationConfig: subject.config,
              jobSummary: {
                ...jobSummaryOf(subject.outcomes),
                ...times,
                isComplete: subject.isComplete,
              },
            },
            {
              ...(hasTraits && {
                rubricDefinition: rubricDefinition(subject.rubric, subject.questionRubrics),
              }),
              scenarios,
              scenarioResults: scenarios && walks(),
            },
          );
    await writeFileAtomically(file.path, content, {
      beforeReplacing: () => (subject.overwrite ? undefined : refuseWritten(file.path)),
    });
    tellMapped(io, path.basename(file.path), mapped);
  }
}

/** The run began with none: what stands there holds the results of somebody else. */
async function refuseWritten(file: string): Promise<void> {
  if (!(await hasContent(file))) return;
  throw new KareninaError(
    "file_unwritable",
    `${file} has been written by somebody else since this run began; it is not replaced.`,
  );
}
