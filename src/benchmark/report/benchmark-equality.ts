import { isJsonObject, type JsonValue } from "../../base/index.ts";
import type { BenchmarkContent } from "../benchmark-content.ts";
import { canonicalJson } from "../same-json.ts";
import { benchmarkRecord } from "./export-record.ts";

const dates = ["created_at", "modified_at", "date_created", "date_modified"];

/** True when two benchmarks say the same: everything but dates and where they were read from. */
export function sameBenchmark(left: BenchmarkContent, right: BenchmarkContent): boolean {
  return canonicalJson(undated(left)) === canonicalJson(undated(right));
}

function undated(content: BenchmarkContent): JsonValue {
  const { metadata, questions, ...rest } = benchmarkRecord(content);
  return {
    ...rest,
    metadata: withoutDates(metadata),
    questions: Array.isArray(questions) ? questions.map(withoutDates) : [],
  };
}

function withoutDates(value: JsonValue | undefined): JsonValue {
  if (!isJsonObject(value)) return null;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !dates.includes(key)));
}
