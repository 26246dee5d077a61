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

/** The name of the format, in the first line of every log. */
export const logFormat = "karenina-results";
/** The version this program writes, and the newest it reads. */
const logVersion = 1;

/** The first line of a results log: what was run. */
export const ResultLogHeader = z.looseObject({
  format: z.literal(logFormat).default(logFormat),
  version: z.int().default(logVersion),
  benchmark: z.looseObject({ name: z.string(), fingerprint: z.string() }),
  configFingerprint: z.string(),
  runName: z.string().nullable().default(null),
  /** ISO 8601 in UTC. */
  startedAt: z.string(),
  /** The run's settings in their stored form, without secrets. */
  config: AnyJsonObject.default({}),
  /** How many tasks the run has, finished or not; null in logs of before. */
  tasks: z.int().min(0).nullable().default(null),
});
export type ResultLogHeader = z.infer<typeof ResultLogHeader>;
/** What to give for a header: format and version are filled in. */
export type NewResultLogHeader = z.input<typeof ResultLogHeader>;

const codec = wireCodec(ResultLogHeader);

/** A header as it was read: what was run, and the line itself. */
export interface ReadLogHeader
  extends Pick<ResultLogHeader, "benchmark" | "configFingerprint" | "runName" | "startedAt" | "tasks"> {
  /** The whole line: the run's settings, and what the program noted beside them. */
  readonly content: FromFile<JsonObject>;
}

/** The header as a line of text without its end. */
export function renderLogHeader(header: NewResultLogHeader): string {
  return JSON.stringify(codec.encode(ResultLogHeader.parse(header)));
}

/** Reads the first line. Throws `invalid_input` for another kind of file and `format_from_future` for a newer one. */
export function parseLogHeader(line: string, file: string): ReadLogHeader {
  refuseUnsafeJson(line, `${file} line 1`);
  const json = tryParseJson(line);
  if (!isJsonObject(json) || json.format !== logFormat) {
    const message = `${file} is not a results log: its first line should be a JSON object with "format": "${logFormat}".`;
    throw new KareninaError("invalid_input", message);
  }
  if (typeof json.version === "number" && json.version > logVersion) {
    const message = `${file} has version ${json.version} of the results log; this program reads up to ${logVersion}.`;
    throw new KareninaError("format_from_future", message, { hint: "Use a newer karenina to read it." });
  }
  const { benchmark, configFingerprint, runName, startedAt, tasks } = codec.decode(json, `${file} line 1`);
  return { benchmark, configFingerprint, runName, startedAt, tasks, content: new FromFile(json) };
}
