import path from "node:path";
import { isJsonObject, readLimitedFile, refuseUnsafeJson } from "../base/index.ts";
import { isPackedFile, readResultLogHeader } from "../result/index.ts";
import { shellWord } from "./shell-word.ts";

/** A file that is none of the kind that was wanted, but one that this program writes. */
export interface OtherKind {
  /** With its article: `a results log`. */
  readonly kind: string;
  readonly hint: string;
}

const benchmarkHint =
  "Give the benchmark that it was made from: a .jsonld or .yaml file, or a module that exports a benchmark.";

/** Endings of tables of which no other kind of file is made. */
const tables = [".csv", ".tsv", ".xlsx", ".ods", ".parquet"];

/** Recognises results, presets and tables by their content, those also by their endings; undefined for anything else, and for what cannot be read. */
export async function otherKindOfFile(file: string): Promise<OtherKind | undefined> {
  const found = await kindByContent(file);
  if (found !== undefined || !tables.includes(path.extname(file).toLowerCase())) return found;
  return {
    kind: "a table",
    hint: `Make a benchmark of it: npx karenina import ${shellWord(file)} -o benchmark.yaml.`,
  };
}

async function kindByContent(file: string): Promise<OtherKind | undefined> {
  if ((await headerOfPacked(file)) !== undefined) return logKind(file);
  const text = (await readLimitedFile(file, file).catch(() => undefined))?.toString("utf8");
  if (text === undefined) return undefined;
  const [first = ""] = text.split("\n", 1);
  const header = parseJson(first);
  if (isJsonObject(header) && header.format === "karenina-results") return logKind(file);
  if (/^(row_index,)?question_id,(success|question_text),/.test(first))
    return { kind: "a results file (CSV export)", hint: benchmarkHint };
  return kindOfJson(parseJson(text), file);
}

const headerOfPacked = async (file: string) =>
  (await isPackedFile(file).catch(() => false))
    ? readResultLogHeader(file).catch(() => undefined)
    : undefined;

const logKind = (file: string): OtherKind => ({
  kind: "a results file (the log of a run)",
  hint: `To go on with that run: npx karenina verify --resume ${shellWord(file)}.`,
});

function kindOfJson(json: unknown, file: string): OtherKind | undefined {
  if (!isJsonObject(json)) return undefined;
  if (Array.isArray(json.results) && ("format_version" in json || "metadata" in json))
    return { kind: "a results file (JSON export)", hint: benchmarkHint };
  const config = isJsonObject(json.config) ? json.config : json;
  if (Array.isArray(config.answering_models) || Array.isArray(config.parsing_models)) {
    return {
      kind: "a preset",
      hint: `Name it as the settings of a run: npx karenina verify BENCHMARK --preset ${shellWord(file)}.`,
    };
  }
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    refuseUnsafeJson(text, "");
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
