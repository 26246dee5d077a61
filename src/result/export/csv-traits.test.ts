import { describe, expect, it } from "vitest";
import { llmTrait, regexTrait, rubric } from "../../rubric/index.ts";
import {
  type CsvInfo,
  exportCsv,
  type RereadableResults,
  rubricSection,
  type VerificationResult,
  type VerificationResultRubric,
} from "../index.ts";
import { parseCsv } from "../testing/parse-csv.ts";
import { sampleResult } from "../testing/sample-result.ts";

async function rowsOf(results: RereadableResults, more: Partial<CsvInfo> = {}) {
  let text = "";
  const info = { exportTimestamp: "2025-01-02T00:00:00.000Z", kareninaVersion: "0.1.0", ...more };
  for await (const piece of exportCsv(results, info)) text += piece;
  const [header = [], ...rows] = parseCsv(text);
  return rows.map((cells) => new Map(header.map((name, at) => [name, cells[at]])));
}

const traitColumns = (row: ReadonlyMap<string, string | undefined> | undefined) =>
  Object.fromEntries(
    [...(row ?? [])].filter(([name]) =>
      /^(rubric_(?!evaluation|hallucination|trait_r)|question_specific)/.test(name),
    ),
  );

const withRubric = (fields: Partial<VerificationResultRubric>) =>
  sampleResult({ rubric: rubricSection({ rubricEvaluationPerformed: true, ...fields }) });

const first = withRubric({
  llmTraitScores: { clarity: 4, own: 1, "summary.length": 12 },
  regexTraitScores: { cites: false },
  metricTraitScores: { entities: { f1: 0.5 } },
  traitProvenance: {
    clarity: "global",
    own: "question_specific",
    summary: "dynamic",
    cites: "global",
    entities: "global",
  },
});
const second = withRubric({
  agenticTraitScores: { runs: false },
  traitProvenance: { runs: "global", clarity: "global" },
});

describe("traits in CSV, without a rubric", () => {
  it("have a column each where any result has them, agentic ones too; traits of questions share one", async () => {
    const [one, two] = await rowsOf([first, second]);
    expect(traitColumns(one)).toEqual({
      rubric_cites: "False",
      rubric_clarity: "4",
      rubric_entities: '{"f1": 0.5}',
      rubric_runs: "",
      "rubric_summary.length": "12",
      question_specific_rubrics: '{"own": 1}',
    });
    expect(traitColumns(two)).toMatchObject({
      rubric_cites: "",
      rubric_runs: "False",
      question_specific_rubrics: "",
    });
  });

  it("of a file that says nothing of origins have a column each", async () => {
    const [row] = await rowsOf([withRubric({ llmTraitScores: { a: true, "b.c": 1 } })]);
    expect(traitColumns(row)).toEqual({
      rubric_a: "True",
      "rubric_b.c": "1",
      question_specific_rubrics: "",
    });
  });

  it("are found by reading a log twice", async () => {
    let reads = 0;
    async function* read(): AsyncGenerator<VerificationResult> {
      reads++;
      yield* [first, second];
    }
    expect(await rowsOf(read)).toEqual(await rowsOf([first, second]));
    expect(reads).toBe(2);
  });

  it("cannot be found in what is read once", async () => {
    function* once() {
      yield first;
    }
    await expect(rowsOf(once())).rejects.toMatchObject({ code: "invalid_input" });
  });
});

describe("traits in CSV, with the benchmark's rubric", () => {
  const global = rubric([
    llmTrait({ name: "clarity", kind: "score" }),
    regexTrait({ name: "evaluation_performed", pattern: "x" }),
    regexTrait({ name: "absent", pattern: "x" }),
  ]);

  it("have the rubric's columns, and the results are read once", async () => {
    let reads = 0;
    const read = () => {
      reads++;
      return [first];
    };
    const [row] = await rowsOf(read, { rubric: global });
    expect(traitColumns(row)).toEqual({
      rubric_absent: "",
      rubric_clarity: "4",
      question_specific_rubrics: '{"own": 1, "summary.length": 12, "cites": false, "entities": {"f1": 0.5}}',
    });
    expect(row?.get("rubric_evaluation_performed")).toBe("True");
    expect(reads).toBe(1);
  });
});

it("a trait's name that is no title stays among the others", async () => {
  const [row] = await rowsOf([withRubric({ llmTraitScores: { "two\nlines": 1, ok: 2 } })]);
  expect(traitColumns(row)).toEqual({
    rubric_ok: "2",
    question_specific_rubrics: String.raw`{"two\nlines": 1}`,
  });
});

it("labels, origins and failures have columns of their own", async () => {
  const [row] = await rowsOf([
    withRubric({
      llmTraitScores: { tone: -1 },
      llmTraitLabels: { tone: "Chatty" },
      traitProvenance: { tone: "global" },
      traitFailures: { tone: "no class" },
      dynamicRubricSkippedTraits: { safety: "not there" },
    }),
  ]);
  expect(row?.get("llm_trait_labels")).toBe('{"tone": "Chatty"}');
  expect(row?.get("trait_provenance")).toBe('{"tone": "global"}');
  expect(row?.get("trait_failures")).toBe('{"tone": "no class"}');
  expect(row?.get("dynamic_rubric_skipped_traits")).toBe('{"safety": "not there"}');
});
