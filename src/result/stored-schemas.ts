import * as z from "zod";
import { AnyJsonObject, type JsonObject, type JsonSchema, wireJsonSchema } from "../base/index.ts";
import { DrawnScenario } from "./drawn-scenario.ts";
import { ExportInfo, exportVersion } from "./export/json-export.ts";
import { ResultLogHeader } from "./log/log-header.ts";
import { LogRow } from "./log/log-row.ts";
import { ScenarioExecutionResult } from "./scenario-execution-result.ts";
import { VerificationResult } from "./verification-result.ts";

const ResultsLogLine = z.union([
  ResultLogHeader,
  z.object({
    task: z.string(),
    /** The key of the walk that the task is a turn of. */
    walk: z.string().optional(),
    /** Where the question or the scenario stands in the run, from 0. */
    place: z.int().nonnegative().optional(),
    result: LogRow,
  }),
  z.object({
    walk: z.string(),
    place: z.int().nonnegative().optional(),
    record: ScenarioExecutionResult,
  }),
]);

const ResultsExport = z.object({
  formatVersion: z.literal(exportVersion),
  metadata: ExportInfo,
  sharedData: z.looseObject({
    rubricDefinition: AnyJsonObject.nullable(),
    scenarios: z.array(DrawnScenario).optional(),
  }),
  results: z.array(VerificationResult),
  scenarioResults: z.array(ScenarioExecutionResult).optional(),
});

const titled = (title: string, schema: z.ZodType, io?: "input"): JsonSchema => ({
  title,
  ...wireJsonSchema(schema, io),
});

/** The JSON Schemas of everything results are stored as, by file name. */
export function storedSchemas(): { readonly [file: string]: JsonSchema } {
  return {
    "verification-result.schema.json": titled("Verification result", VerificationResult),
    "results-log-line.schema.json": titled("A line of a results log", ResultsLogLine, "input"),
    "results-export.schema.json": titled("Results export", ResultsExport),
  };
}

/** A JSON Schema as its file holds it. */
export const renderSchema = (schema: JsonSchema | JsonObject): string =>
  `${JSON.stringify(schema, null, 2)}\n`;
