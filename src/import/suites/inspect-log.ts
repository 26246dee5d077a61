import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  KareninaError,
  messageOf,
  readLimitedFile,
  refuseUnsafeJson,
} from "../../base/index.ts";
import type { JsonRow } from "../table/read-json-table.ts";
import { unzip } from "../table/unzip.ts";

/** A log of inspect_ai, with its samples as rows: one for each sample and epoch. */
export interface InspectLog {
  readonly task: string | undefined;
  readonly model: string | undefined;
  readonly samples: readonly JsonRow[];
}

/** True for the whole of a log in JSON. */
export const isInspectLog = (json: JsonValue): json is JsonObject =>
  isJsonObject(json) && isJsonObject(json.eval) && "status" in json;

/** The samples of a log in JSON. */
export function inspectLog(json: JsonObject): InspectLog {
  const samples = Array.isArray(json.samples) ? json.samples : [];
  return logOf(json, samples);
}

/**
 * The samples of an `.eval` file, a zip file of JSON.
 *
 * @throws KareninaError `file_unreadable`, or `invalid_input` for more than is read
 */
export async function readEvalFile(file: string, name: string): Promise<InspectLog> {
  const bytes = await readLimitedFile(file, name);
  const parts = await unzip(bytes, name, {
    isRead: (part) => part === "header.json" || /^samples\/.*\.json$/.test(part),
    what: "log of inspect_ai",
    hint: "Write it as JSON: inspect log dump LOG > log.json",
  });
  const read = (part: (typeof parts)[number]): JsonValue => {
    const text = part.bytes.toString("utf8");
    refuseUnsafeJson(text, `${name}, ${part.name}`);
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new KareninaError("file_unreadable", `${name}, ${part.name} is not JSON: ${messageOf(error)}.`);
    }
  };
  const header = parts.find((part) => part.name === "header.json");
  const samples = parts.filter((part) => part !== header).map(read);
  const head = header === undefined ? {} : read(header);
  return logOf(isJsonObject(head) ? head : {}, samples);
}

function logOf(head: JsonObject, samples: readonly JsonValue[]): InspectLog {
  const about = isJsonObject(head.eval) ? head.eval : {};
  const text = (value: JsonValue | undefined) => (typeof value === "string" ? value : undefined);
  return {
    task: text(about.task),
    model: text(about.model),
    samples: samples.map((value, index) => ({ row: index + 1, value: sampleRow(value) })),
  };
}

/** What of a sample is a question, and what the model said. */
function sampleRow(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const { id, input, target, choices, metadata, files, sandbox, setup } = value;
  const output = isJsonObject(value.output) ? value.output : {};
  const attachments = isJsonObject(value.attachments) ? value.attachments : {};
  const completion = output.completion ?? firstChoice(output.choices);
  const said = { id, input, target, choices, metadata, files, sandbox, setup, answer: completion };
  const entries = Object.entries(said).flatMap(([key, one]) =>
    one === undefined ? [] : [[key, one] as const],
  );
  const sample = withAttachments(Object.fromEntries(entries), attachments);
  return isJsonObject(sample) && sample.id !== undefined ? { ...sample, id: String(sample.id) } : sample;
}

function firstChoice(choices: JsonValue | undefined): JsonValue | undefined {
  const [first] = Array.isArray(choices) ? choices : [];
  const message = isJsonObject(first) ? first.message : undefined;
  return isJsonObject(message) ? message.content : undefined;
}

/** Long texts of a sample stand apart, under a hash. */
function withAttachments(value: JsonValue, attachments: JsonObject): JsonValue {
  if (typeof value === "string") {
    const hash = /^attachment:\/\/([0-9a-f]+)$/.exec(value)?.[1];
    return hash !== undefined && Object.hasOwn(attachments, hash) ? (attachments[hash] ?? value) : value;
  }
  if (Array.isArray(value)) return value.map((one) => withAttachments(one, attachments));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, withAttachments(one, attachments)]),
  );
}
