import * as z from "zod";
import {
  AnyJsonObject,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  recordOf,
  wireCodec,
} from "../../base/index.ts";
import { DrawnScenario, drawnScenariosToJson } from "../drawn-scenario.ts";
import { countOutcomes, type OutcomeCounts } from "../outcome.ts";
import { resultToJson } from "../result-json.ts";
import { type ScenarioExecutionResult, walkToJson } from "../scenario-execution-result.ts";
import type { VerificationResult } from "../verification-result.ts";
import { checkedArgument } from "./checked-argument.ts";
import { type ExportForm, exportFormShape, pythonExportVersion } from "./export-format.ts";
import { mappingTally, type NoteMapped } from "./python/mapping.ts";
import { pythonHeader } from "./python/python-header.ts";
import { pythonRow, pythonScenario } from "./python/python-row.ts";
import { isHeaded } from "./set-header.ts";

/** The version of the JSON export this program writes. */
export const exportVersion = "karenina-1" as const;

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
  /** The benchmark of the run; left out: nobody knows. */
  benchmark: z.looseObject({ name: z.string(), fingerprint: z.string() }).optional(),
  jobId: z.string().nullable().default(null),
  /** Tasks of the whole run: more than there are results where it did not end. Left out: nobody knows. */
  tasks: z.int().nonnegative().optional(),
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
  /** The walks that have ended; left out: there are no scenarios. */
  readonly scenarioResults?: Walks | null | undefined;
  /** The scenarios as they are drawn. */
  readonly scenarios?: readonly DrawnScenario[] | null | undefined;
}

/** Walks from a list or from a log. */
export type Walks = Iterable<ScenarioExecutionResult> | AsyncIterable<ScenarioExecutionResult>;

const PartsShape = z.strictObject({
  rubricDefinition: AnyJsonObject.nullish(),
  scenarioResults: z
    .custom<Walks>(
      (value) =>
        typeof value === "object" &&
        value !== null &&
        (Symbol.iterator in value || Symbol.asyncIterator in value),
      "expected walks",
    )
    .nullish(),
  scenarios: z.array(DrawnScenario).readonly().nullish(),
});

/** Results from a list or from a log. */
export type Results = Iterable<VerificationResult> | AsyncIterable<VerificationResult>;

const infoCodec = wireCodec(ExportInfo);

const infoHint =
  'Such as { exportTimestamp: new Date().toISOString(), kareninaVersion: "1.0.0" }; `rubricDefinition` and `scenarioResults` go into the third argument.';

/**
 * The JSON export in pieces: one result per line, so that neither writing nor looking at it takes much memory. Of a set
 * that was read from a file, what its header says and the arguments do not.
 *
 * @example
 * await writeFileAtomically("results.json", exportJson(results, { exportTimestamp, kareninaVersion }));
 * exportJson(results, { exportTimestamp, kareninaVersion, format: "karenina-2.2", onMapped: console.table });
 */
export async function* exportJson(
  results: Results,
  info: ExportInfo & ExportForm,
  parts: ExportParts = {},
): AsyncGenerator<string> {
  const held = isHeaded(results) ? results : undefined;
  const said = held?.header?.toJSON();
  const { format, onMapped, ...given } = checkedArgument(ExportInfo.extend(exportFormShape).strict(), info, {
    name: "`info` of exportJson",
    hint: infoHint,
  });
  const own = checkedArgument(PartsShape, parts, {
    name: "`parts` of exportJson",
    hint: "It takes `rubricDefinition`, `scenarioResults` and `scenarios`.",
  });
  const { rubricDefinition = said?.rubricDefinition, scenarios = said?.scenarios } = own;
  const { scenarioResults = held?.scenarioResults } = own;
  const list = held ?? (Array.isArray(results) ? results : undefined);
  const jobSummary = given.jobSummary ?? (list === undefined ? null : jobSummaryOf(countOutcomes(list)));
  const verificationConfig = given.verificationConfig ?? said?.verificationConfig ?? null;
  const mapped = mappingTally();
  const form = format === undefined ? ownForm : pythonForm(mapped.note);
  const header = {
    format_version: form.version,
    metadata: form.header({
      ...(said?.benchmark && { benchmark: said.benchmark }),
      ...objectIn(infoCodec.encode({ ...given, verificationConfig, jobSummary })),
    }),
    shared_data: {
      rubric_definition: rubricDefinition ?? null,
      ...(scenarios && form.scenarios(scenarios)),
    },
  };
  yield `${JSON.stringify(header).slice(0, -1)},"results":[\n`;
  let separator = "";
  for await (const result of results) {
    yield `${separator}${JSON.stringify(form.row(resultToJson(result)))}`;
    separator = ",\n";
  }
  yield "\n]";
  if (scenarioResults) {
    yield ',"scenario_results":[';
    separator = "\n";
    for await (const walk of scenarioResults) {
      yield `${separator}${JSON.stringify(form.scenario(walkToJson(walk)))}`;
      separator = ",\n";
    }
    yield "]";
  }
  yield "}\n";
  if (format !== undefined) onMapped?.(mapped.list());
}

/** How the parts of an export are written. */
interface WrittenForm {
  readonly version: string;
  readonly header: (metadata: JsonObject) => JsonObject;
  readonly row: (row: JsonObject) => JsonObject;
  readonly scenario: (record: JsonObject) => JsonObject;
  /** What is said of scenarios before the results. */
  readonly scenarios: (scenarios: readonly DrawnScenario[]) => JsonObject;
}

const asItIs = (part: JsonObject): JsonObject => part;
const ownForm: WrittenForm = {
  version: exportVersion,
  header: asItIs,
  row: asItIs,
  scenario: asItIs,
  scenarios: (scenarios) => ({ scenarios: drawnScenariosToJson(scenarios) }),
};

const pythonForm = (note: NoteMapped): WrittenForm => ({
  version: pythonExportVersion,
  header: pythonHeader,
  row: (row) => pythonRow(row, note),
  scenario: (record) => pythonScenario(record, note),
  scenarios: () => ({}),
});

const objectIn = (json: JsonValue): JsonObject => (isJsonObject(json) ? json : {});

/** The counts of an export's `job_summary`. */
export function jobSummaryOf(outcomes: OutcomeCounts): z.infer<typeof JobSummary> {
  const failed = outcomes.judge_failed + outcomes.infrastructure_failed + outcomes.not_evaluable;
  const total = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  return { totalQuestions: total, successfulCount: total - failed, failedCount: failed, outcomes };
}
