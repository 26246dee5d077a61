import { type JsonValue, KareninaError } from "../../base/index.ts";
import { allTraits, traitResultKeys } from "../../rubric/index.ts";
import { resultToJson } from "../result-json.ts";
import { getAllTraitScores, traitOfKey } from "../sections/rubric.ts";
import type { VerificationResult } from "../verification-result.ts";
import { checkedArgument } from "./checked-argument.ts";
import { csvColumns } from "./csv-columns.ts";
import { type CsvInfo, CsvInfoShape } from "./csv-info.ts";
import { csvRow, isFormula } from "./csv-row.ts";
import type { Results } from "./json-export.ts";
import { mappingTally } from "./python/mapping.ts";
import { pythonCells, pythonColumns } from "./python/python-csv.ts";

/** Results that can be read twice: a list or set, or a function that reads a log from its start. */
export type RereadableResults = Iterable<VerificationResult> | (() => Results);

/**
 * The CSV export in pieces, one row per result: RFC 4180, UTF-8, CRLF. True is `True`, false `False`, null an empty
 * cell; lists and objects are JSON as Python writes it. Without a rubric in `info` the results are read twice, first for
 * the traits they have; memory does not grow with their number. Throws `invalid_input` for a generator, which can be read
 * only once. With the format `karenina-2.2` it is the table that the Python system loads.
 *
 * @example
 * const csv = exportCsv(() => readResultLog("run.jsonl"), { exportTimestamp, kareninaVersion });
 * await writeFileAtomically("results.csv", csv);
 */
export async function* exportCsv(results: RereadableResults, info: CsvInfo): AsyncGenerator<string> {
  if ("next" in results) throw readOnce();
  checkedArgument(CsvInfoShape, info, {
    name: "`info` of exportCsv",
    hint: 'Such as { exportTimestamp: new Date().toISOString(), kareninaVersion: "1.0.0" }.',
  });
  const read = typeof results === "function" ? results : () => results;
  const formulas = info.formulas ?? "neutralise";
  const renderRow = (values: readonly (JsonValue | undefined)[]) => csvRow(values, formulas);
  if (info.format !== undefined) {
    yield* pythonTable(read(), renderRow, info);
    return;
  }
  const columns = csvColumns(
    info.rubric === undefined
      ? await occurringTraits(read())
      : allTraits(info.rubric).flatMap(traitResultKeys),
  );
  yield renderRow(columns.map(({ name }) => name));
  for await (const result of read()) {
    const row = { result, json: resultToJson(result) };
    yield renderRow(columns.map(({ value }) => value(row, info)));
  }
}

async function* pythonTable(
  results: Results,
  renderRow: (values: readonly (JsonValue | undefined)[]) => string,
  { onMapped, formulas }: CsvInfo,
): AsyncGenerator<string> {
  const mapped = mappingTally();
  yield renderRow(pythonColumns);
  let index = 0;
  for await (const result of results) {
    index++;
    const cells = pythonCells(result, index, mapped.note);
    if (formulas !== "keep")
      for (const cell of cells) if (isFormula(cell)) mapped.note("formula", "a text", "with an apostrophe");
    yield renderRow(cells);
  }
  onMapped?.(mapped.list());
}

const readOnce = () =>
  new KareninaError(
    "invalid_input",
    "The CSV export reads its results twice; a generator can be read once.",
    {
      hint: "Pass a list, or a function that begins to read them: () => readResultLog(file).",
    },
  );

/** The keys of all scores, those of traits aside that belong to single questions. */
async function occurringTraits(results: Results): Promise<readonly string[]> {
  const found = new Set<string>();
  for await (const { rubric } of results) {
    if (rubric === null) continue;
    for (const key of Object.keys(getAllTraitScores(rubric))) {
      if (rubric.traitProvenance?.[traitOfKey(rubric, key)] !== "question_specific") found.add(key);
    }
  }
  return [...found];
}
