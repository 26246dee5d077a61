import * as z from "zod";
import {
  AnyJsonObject,
  FromFile,
  isJsonObject,
  type JsonObject,
  KareninaError,
  refuseUnsafeJson,
  tryParseJson,
  wireCodec,
} from "../../base/index.ts";
import { DrawnScenario } from "../drawn-scenario.ts";

/** The name of the format, in the first line of every log. */
export const logFormat = "karenina-results";
/**
 * The version of logs whose rows are those of `resultToLogRow`, the newest that this program reads, and the only one it begins. Before it,
 * with rows in the stored form of results, 1 were logs of questions, and 2 those with walks.
 */
const logVersion = 3;

/** By which it is known whether a run that goes on takes over the same as when it began: lower-case hexadecimal SHA-256. */
export const TakenOver = z.looseObject({
  /** Of the ids of the questions that the run was about. */
  questions: z.string(),
  /** Of all answers and results that were to be taken over, with the tasks they are for. */
  content: z.string(),
});
export type TakenOver = z.infer<typeof TakenOver>;

/** The first line of a results log: what was run. */
export const ResultLogHeader = z.looseObject({
  format: z.literal(logFormat).default(logFormat),
  /** 3; of logs of before, whose rows have every member, 1, or 2 with scenarios. */
  version: z.int().default(1),
  benchmark: z.looseObject({ name: z.string(), fingerprint: z.string() }),
  configFingerprint: z.string(),
  runName: z.string().nullable().default(null),
  /** ISO 8601 in UTC. */
  startedAt: z.string(),
  /** The run's settings in their stored form, without secrets. */
  config: AnyJsonObject.default({}),
  /** How many tasks the run has, finished or not, a walk being one; null in logs of before. */
  tasks: z.int().min(0).nullable().default(null),
  /** What the run takes over from elsewhere; absent: nothing, or a log of before. */
  takenOver: TakenOver.optional(),
  /** The scenarios of the run as they are drawn; absent: it has none. */
  scenarios: z.array(DrawnScenario).readonly().optional(),
});
export type ResultLogHeader = z.infer<typeof ResultLogHeader>;
/** What to give for a header: format and version are filled in. */
export type NewResultLogHeader = z.input<typeof ResultLogHeader>;

const codec = wireCodec(ResultLogHeader);

/** A header as it was read: what was run, and the line itself. */
export interface ReadLogHeader
  extends Pick<
    ResultLogHeader,
    | "version"
    | "benchmark"
    | "configFingerprint"
    | "runName"
    | "startedAt"
    | "tasks"
    | "takenOver"
    | "scenarios"
  > {
  /** The whole line: the run's settings, and what the program noted beside them. */
  readonly content: FromFile<JsonObject>;
}

/** The header as a line of text without its end. */
export function renderLogHeader(header: NewResultLogHeader): string {
  return JSON.stringify(codec.encode(ResultLogHeader.parse({ ...header, version: logVersion })));
}

/** True for a log of before: its rows are in the stored form of results, and so are those that are added. */
export const hasStoredRows = ({ version }: Pick<ReadLogHeader, "version">): boolean => version < logVersion;

/** Reads the first line. Throws `invalid_input` for another kind of file and `format_from_future` for a newer one. */
export function parseLogHeader(line: string, file: string): ReadLogHeader {
  if (line.startsWith("\ufeff"))
    throw new KareninaError(
      "invalid_input",
      `${file} begins with a byte order mark, which a results log has not.`,
      {
        hint: "Save it as UTF-8 without the mark.",
      },
    );
  refuseUnsafeJson(line, `${file} line 1`);
  const json = tryParseJson(line);
  if (isJsonObject(json) && ("task" in json || "walk" in json)) throw headless(file);
  if (!isJsonObject(json) || json.format !== logFormat) {
    const message = `${file} is not a results log: its first line should be a JSON object with "format": "${logFormat}".`;
    throw new KareninaError("invalid_input", message);
  }
  if (typeof json.version === "number" && json.version > logVersion) {
    const message = `${file} has version ${json.version} of the results log; this program reads up to ${logVersion}.`;
    throw new KareninaError("format_from_future", message, { hint: "Use a newer karenina to read it." });
  }
  const { version, benchmark, configFingerprint, runName, startedAt, tasks, takenOver, scenarios } =
    codec.decode(json, `${file} line 1`);
  return {
    ...{ version, benchmark, configFingerprint, runName, startedAt, tasks },
    ...(takenOver && { takenOver }),
    ...(scenarios && { scenarios }),
    content: new FromFile(json),
  };
}

/** The error for a log without its first line. */
function headless(file: string): KareninaError {
  const line = `{"format":"${logFormat}","benchmark":{"name":"","fingerprint":""},"config_fingerprint":"","started_at":""}`;
  return new KareninaError(
    "invalid_input",
    `${file} has lost its first line, which says what was run: line 1 is a result or a walk.`,
    {
      hint: `Put the line back that it began with. To read what is left, this one in front of it will do: ${line}`,
    },
  );
}
