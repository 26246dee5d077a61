import * as z from "zod";
import { AnyJsonObject, isJsonObject, recordOf, wireCodec } from "../../base/index.ts";
import { countOutcomes, type OutcomeCounts } from "../outcome.ts";
import { resultToJson } from "../result-json.ts";
import { ScenarioExecutionResult } from "../scenario-execution-result.ts";
import type { VerificationResult } from "../verification-result.ts";
import { checkedArgument } from "./checked-argument.ts";
import { pythonRow, pythonScenario } from "./python-row.ts";
import { isHeaded } from "./set-header.ts";

/** The version of the JSON export this program writes. */
export const exportVersion = "karenina-1" as const;

/** The latest version of the Python system's export, which is written on request. */
export const pythonExportVersion = "2.2" as const;

const JobSummary = z.looseObject({
  /** Results in the file. */
  totalQuestions: z.int(),
  /** Results completed without errors, right or wrong. */
  successfulCount: z.int(),
  failedCount: z.int(),
  /** How many results there are of each outcome. */
  outcomes: recordOf(z.int()).optional(),
  startTime: z.string().nullish(),
  endTime: z.string().nullish(),
  /** In seconds. */
  totalDuration: z.number().nullish(),
  isComplete: z.boolean().nullish(),
});

/** What the export says about the run beside its results. */
export const ExportInfo = z.object({
  /** ISO 8601 in UTC. */
  exportTimestamp: z.string(),
  kareninaVersion: z.string(),
  jobId: z.string().nullable().default(null),
  /** The run's settings in their stored form, without secrets. */
  verificationConfig: AnyJsonObject.nullable().default(null),
  /** Counted from the results when they are given as a list and this is left out. */
  jobSummary: JobSummary.nullable().default(null),
});
export type ExportInfo = z.input<typeof ExportInfo>;

/** Parts of an export beside its header and results. */
export interface ExportParts {
  /** The rubrics in their stored form; see `rubricDefinition`. */
  readonly rubricDefinition?: z.infer<typeof AnyJsonObject> | null | undefined;
  readonly scenarioResults?: readonly ScenarioExecutionResult[] | null;
  /** `2.2`: as the Python system reads it; what it has no words for is left out. Default: the form that holds everything. */
  readonly dialect?: ExportDialect | undefined;
}

const PartsShape = z.strictObject({
  rubricDefinition: AnyJsonObject.nullish(),
  scenarioResults: z.array(z.custom<ScenarioExecutionResult>()).readonly().nullish(),
  dialect: z.enum([exportVersion, pythonExportVersion]).optional(),
});

/** In which form an export is written. */
export type ExportDialect = typeof exportVersion | typeof pythonExportVersion;

/** Results from a list or from a log. */
export type Results = Iterable<VerificationResult> | AsyncIterable<VerificationResult>;

const infoCodec = wireCodec(ExportInfo);
const scenarioCodec = wireCodec(ScenarioExecutionResult);

const infoHint =
  'Such as { exportTimestamp: new Date().toISOString(), kareninaVersion: "1.0.0" }; `rubricDefinition`, `scenarioResults` and `dialect` go into the third argument.';

/**
 * The JSON export in pieces: one result per line, so that neither writing nor looking at it takes much memory. Of a set
 * that was read from a file, what its header says and the arguments do not.
 *
 * @example
 * await writeFileAtomically("results.json", exportJson(results, { exportTimestamp, kareninaVersion }));
 */
export async function* exportJson(
  results: Results,
  info: ExportInfo,
  parts: ExportParts = {},
): AsyncGenerator<string> {
  const held = isHeaded(results) ? results : undefined;
  const said = held?.header?.toJSON();
  const given = checkedArgument(ExportInfo.strict(), info, { name: "`info` of exportJson", hint: infoHint });
  const { dialect = exportVersion, ...own } = checkedArgument(PartsShape, parts, {
    name: "`parts` of exportJson",
    hint: "It takes `rubricDefinition`, `scenarioResults` and `dialect`.",
  });
  const { rubricDefinition = said?.rubricDefinition, scenarioResults = held?.scenarioResults } = own;
  const isForPython = dialect === pythonExportVersion;
  const list = held?.results ?? results;
  const jobSummary = given.jobSummary ?? (Array.isArray(list) ? jobSummaryOf(countOutcomes(list)) : null);
  const verificationConfig = given.verificationConfig ?? said?.verificationConfig ?? null;
  const header = {
    format_version: dialect,
    metadata: infoCodec.encode({ ...given, verificationConfig, jobSummary }),
    shared_data: { rubric_definition: rubricDefinition ?? null },
  };
  yield `${JSON.stringify(header).slice(0, -1)},"results":[\n`;
  let separator = "";
  for await (const result of results) {
    const row = resultToJson(result);
    yield `${separator}${JSON.stringify(isForPython ? pythonRow(row) : row)}`;
    separator = ",\n";
  }
  yield "\n]";
  if (scenarioResults) {
    const records = scenarioResults.map((record) => scenarioCodec.encode(record));
    const written = records.map((record) =>
      isForPython && isJsonObject(record) ? pythonScenario(record) : record,
    );
    yield `,"scenario_results":${JSON.stringify(written)}`;
  }
  yield "}\n";
}

/** The counts of an export's `job_summary`. */
export function jobSummaryOf(outcomes: OutcomeCounts): z.infer<typeof JobSummary> {
  const failed = outcomes.judge_failed + outcomes.infrastructure_failed + outcomes.not_evaluable;
  const total = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  return { totalQuestions: total, successfulCount: total - failed, failedCount: failed, outcomes };
}
