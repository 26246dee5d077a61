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
/** The version of logs of questions, and that of logs with walks, which is the newest this program reads. */
const [logVersion, walksVersion] = [1, 2];

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
  /** Of logs with scenarios 2, which programs from before them refuse; of all others 1. */
  version: z.int().default(logVersion),
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
    "benchmark" | "configFingerprint" | "runName" | "startedAt" | "tasks" | "takenOver" | "scenarios"
  > {
  /** The whole line: the run's settings, and what the program noted beside them. */
  readonly content: FromFile<JsonObject>;
}

/** The header as a line of text without its end. */
export function renderLogHeader(header: NewResultLogHeader): string {
  const version = header.scenarios === undefined ? logVersion : walksVersion;
  return JSON.stringify(codec.encode(ResultLogHeader.parse({ ...header, version })));
}

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
  if (!isJsonObject(json) || json.format !== logFormat) {
    const message = `${file} is not a results log: its first line should be a JSON object with "format": "${logFormat}".`;
    throw new KareninaError("invalid_input", message);
  }
  if (typeof json.version === "number" && json.version > walksVersion) {
    const message = `${file} has version ${json.version} of the results log; this program reads up to ${walksVersion}.`;
    throw new KareninaError("format_from_future", message, { hint: "Use a newer karenina to read it." });
  }
  const { benchmark, configFingerprint, runName, startedAt, tasks, takenOver, scenarios } = codec.decode(
    json,
    `${file} line 1`,
  );
  return {
    ...{ benchmark, configFingerprint, runName, startedAt, tasks },
    ...(takenOver && { takenOver }),
    ...(scenarios && { scenarios }),
    content: new FromFile(json),
  };
}
