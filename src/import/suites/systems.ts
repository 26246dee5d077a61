import { isJsonObject, type JsonValue } from "../../base/index.ts";
import type { SampleKeys } from "./sample-rows.ts";
import type { SuiteSystem } from "./suite.ts";

const files = "put them into the question's `attachments`, or its `workspace_path`";

/** Systems whose files are rows, in the order in which a row is held against them. */
export const rowSystems: readonly {
  readonly system: SuiteSystem;
  /** True for a row that no other system has. */
  readonly isRow: (row: { readonly [key: string]: JsonValue }) => boolean;
  readonly keys: SampleKeys;
}[] = [
  {
    system: "lm-eval",
    isRow: (row) => "doc" in row && "target" in row && ("resps" in row || "arguments" in row),
    keys: {
      ...{ question: ["question"], target: ["target"], answer: ["answer"], id: ["id"], choices: ["choices"] },
      metadata: ["doc"],
      skipped: [],
    },
  },
  {
    system: "ragas",
    isRow: (row) =>
      "user_input" in row ||
      ("question" in row && ("ground_truth" in row || "ground_truths" in row) && "contexts" in row),
    keys: {
      question: ["user_input", "question"],
      target: ["reference", "ground_truth", "ground_truths"],
      answer: ["response", "answer"],
      contexts: ["retrieved_contexts", "contexts"],
      unsupported: {
        rubrics: "write them as traits of the question (`rubric`)",
        reference_tool_calls: "check them in a template's own `verify`, or by an agentic trait",
      },
      skipped: ["rubrics", "reference_tool_calls"],
    },
  },
  {
    system: "deepeval",
    isRow: (row) =>
      "input" in row &&
      ["actual_output", "actualOutput", "expected_output", "expectedOutput"].some((key) => key in row),
    keys: {
      question: ["input"],
      target: ["expected_output", "expectedOutput"],
      answer: ["actual_output", "actualOutput"],
      contexts: ["retrieval_context", "retrievalContext"],
      metadata: ["additional_metadata", "additionalMetadata"],
      notes: ["comments"],
      unsupported: {
        expected_tools: "check them in a template's own `verify`, or by an agentic trait",
        expectedTools: "check them in a template's own `verify`, or by an agentic trait",
        turns: "write it as a scenario",
      },
      skipped: ["expected_tools", "expectedTools", "turns", "success", "metrics_data", "metricsData"],
    },
  },
  {
    system: "inspect",
    isRow: (row) => "input" in row && "target" in row,
    keys: {
      ...{ question: ["input"], target: ["target"], answer: ["answer"], id: ["id"], choices: ["choices"] },
      metadata: ["metadata"],
      unsupported: { files, sandbox: "name a place for commands in the run's settings", setup: files },
      skipped: ["files", "sandbox", "setup", "epoch"],
    },
  },
  {
    system: "dataset",
    isRow: (row) => "choices" in row && "question" in row,
    keys: {
      ...{
        question: ["question"],
        target: ["answer", "answerKey", "label", "target"],
        id: ["id"],
        choices: ["choices"],
      },
      metadata: [],
    },
  },
];

/** The system whose rows these are; undefined: a plain table. */
export function systemOf(
  rows: readonly { readonly value: JsonValue }[],
): (typeof rowSystems)[number] | undefined {
  const first = rows.find(({ value }) => isJsonObject(value))?.value;
  return isJsonObject(first) ? rowSystems.find(({ isRow }) => isRow(first)) : undefined;
}
