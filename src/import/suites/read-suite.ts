import path from "node:path";
import {
  isJsonObject,
  isThere,
  type JsonValue,
  KareninaError,
  readJsonFile,
  readLimitedFile,
} from "../../base/index.ts";
import type { QuestionInput } from "../../benchmark/index.ts";
import type { Dataset } from "../table/open-dataset.ts";
import type { JsonRow } from "../table/read-json-table.ts";
import { readSample } from "./sample-rows.ts";
import type { LeftPart, Suite, SuiteAnswer, SuiteSystem } from "./suite.ts";
import { rowSystems, systemOf } from "./systems.ts";

/**
 * Reads a suite of another system: a configuration of promptfoo, a dataset or log of inspect_ai (`.eval` or JSON), what lm-eval writes with
 * `--log_samples`, test cases of DeepEval or RAGAS, or rows with choices. Undefined for any other file, such as a table. Nothing of it is run and
 * no file that it names is read; what has no equivalent stands in `left`.
 *
 * @param source a file, or what `openDataset` found in a folder
 * @param from the system; default: as the file looks
 * @throws KareninaError `file_unreadable` or `invalid_input`
 */
export async function readSuite(source: string | Dataset, from?: SuiteSystem): Promise<Suite | undefined> {
  const [file = "", another] = typeof source === "string" ? [source] : source.files;
  if (!(await isThere(file))) return undefined;
  const name = typeof source === "string" ? path.basename(file) : source.name;
  const title = typeof source === "string" ? path.parse(file).name : source.name;
  const ending = path.extname(file).toLowerCase();
  if (ending === ".yaml" || ending === ".yml") return readConfig(file, name, title);
  if (ending === ".eval") {
    const { readEvalFile } = await import("./inspect-log.ts");
    return logSuite(await readEvalFile(file, name), title);
  }
  if (![".json", ".jsonl", ".ndjson", ".parquet"].includes(ending)) return undefined;
  if (ending === ".json" && another === undefined) {
    const { inspectLog, isInspectLog } = await import("./inspect-log.ts");
    const json = await readJsonFile(file, name);
    if (isInspectLog(json)) return logSuite(inspectLog(json), title);
    const { isPromptfoo, promptfooSuite } = await import("./promptfoo.ts");
    if (from === "promptfoo" || (isPromptfoo(json) && !Array.isArray(json)))
      return isJsonObject(json) ? promptfooSuite(json, title) : undefined;
  }
  const { readJsonFiles } = await import("../table/read-json-files.ts");
  const rows = await readJsonFiles(typeof source === "string" ? [file] : source.files, name, ending);
  const system = from === undefined ? systemOf(rows) : rowSystems.find((one) => one.system === from);
  return system === undefined ? undefined : rowSuite(rows, system, title);
}

async function readConfig(file: string, name: string, title: string): Promise<Suite> {
  const { isPromptfoo, parseForeignYaml, promptfooSuite } = await import("./promptfoo.ts");
  const bytes = await readLimitedFile(file, name);
  const value: JsonValue = parseForeignYaml(bytes.toString("utf8"), name);
  if (isPromptfoo(value)) return promptfooSuite(value, title);
  const isOurs = isJsonObject(value) && "karenina" in value;
  throw new KareninaError(
    "invalid_input",
    isOurs
      ? `${name} is a benchmark already.`
      : `${name} is no configuration of promptfoo: it has neither tests nor prompts.`,
  );
}

async function rowSuite(
  rows: readonly JsonRow[],
  { system, keys }: (typeof rowSystems)[number],
  name: string,
  model?: string,
): Promise<Suite> {
  const { lmEvalRows } = await import("./lm-eval-rows.ts");
  const read = (system === "lm-eval" ? lmEvalRows(rows) : rows).map((row) => readSample(row, keys, model));
  const left: LeftPart[] = [];
  const answers: SuiteAnswer[] = [];
  const questions = new Map<string, QuestionInput>();
  const ids = new Set<string>();
  for (const { question, answer, left: parts } of read) {
    const key = JSON.stringify([question?.id, question?.question, question?.messages ?? []]);
    // a sample of a further epoch is a further answer to a question that stands already
    if (question === undefined || !questions.has(key)) left.push(...parts);
    if (question !== undefined && !questions.has(key)) questions.set(key, ownId(question));
    if (answer !== undefined) answers.push(answer);
  }
  if (system === "lm-eval")
    left.push({
      ...{ place: "rows", what: "scores, and answers that are only likelihoods of choices" },
      suggestion:
        "have models answer: `karenina verify`; texts that were generated can be judged: `karenina judge`",
    });
  function ownId(question: QuestionInput): QuestionInput {
    const { id, ...others } = question;
    if (id === undefined || !ids.has(id)) {
      if (id !== undefined) ids.add(id);
      return question;
    }
    left.push({
      ...{ place: `id ${JSON.stringify(id)}`, what: "another question has it too" },
      suggestion: "the later one has an id made of its text",
    });
    return others;
  }
  return { system, name, questions: [...questions.values()], rubric: [], answers, left };
}

async function logSuite(
  { task, model, samples }: Awaited<ReturnType<typeof import("./inspect-log.ts").readEvalFile>>,
  title: string,
): Promise<Suite> {
  const inspect = rowSystems.find(({ system }) => system === "inspect");
  if (inspect === undefined) throw new KareninaError("composition", "inspect_ai is no known system.");
  const suite = await rowSuite(samples, inspect, task ?? title, model);
  const suggestion = "its answers can be judged: `karenina judge`";
  return {
    ...suite,
    left: [
      ...suite.left,
      { place: "samples", what: "scores of inspect_ai, and all messages but the answer", suggestion },
    ],
  };
}
