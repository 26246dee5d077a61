import { oneLine, pluralize } from "../../../base/index.ts";
import { investigationsOf, listEvidence } from "../../../report/index.ts";
import { outcomeOf, shortModelName, type VerificationResult } from "../../../result/index.ts";
import { cutToColumns } from "../../report/columns.ts";
import { outcomeMark } from "../../report/outcome-mark.ts";
import { type Column, tableLines } from "../../report/table.ts";
import { questionRoom, type Terminal } from "../../report/terminal.ts";

const idColumns = 36;
const questionColumns = 40;

/** What the list keeps of a result. */
export interface ListedResult {
  readonly questionId: string;
  readonly question: string;
  readonly answering: string;
  readonly judge: string;
  readonly replicate: number | null;
  readonly verdict: string;
  readonly evidence: string;
}

/** A result as it stands in the list; the result itself need not be kept. */
export function listedResult(result: VerificationResult, terminal: Terminal): ListedResult {
  const { questionId, questionText, answering, parsing, replicate } = result.metadata;
  return {
    questionId,
    question: cutToColumns(oneLine(questionText.slice(0, 1000)), questionRoom(terminal, questionColumns)),
    answering: oneLine(shortModelName(answering)),
    judge: oneLine(shortModelName(parsing)),
    replicate,
    verdict: outcomeMark(outcomeOf(result), terminal),
    evidence: evidenceText(result),
  };
}

/** A table of results, a line each where the width allows. A question's place is that of its first result among all questions of the file. */
export function listLines(
  results: readonly ListedResult[],
  placeOf: (questionId: string) => number | undefined,
  width: number,
): readonly string[] {
  const columns = listColumns(placeOf).filter(({ needed }) => needed === undefined || needed(results));
  return tableLines(
    columns,
    results.map((result) => columns.map(({ cell }) => cell(result))),
    { width },
  );
}

interface ListColumn extends Column {
  /** Left out where it says nothing. Default: always there. */
  readonly needed?: (results: readonly ListedResult[]) => boolean;
  readonly cell: (result: ListedResult) => string;
}

const differs = (field: "answering" | "judge") => (results: readonly ListedResult[]) =>
  new Set(results.map((result) => result[field])).size > 1;

const listColumns = (placeOf: (questionId: string) => number | undefined): readonly ListColumn[] => [
  { title: "Place", align: "right", cell: ({ questionId }) => String(placeOf(questionId) ?? "") },
  { title: "Id", align: "left", cell: ({ questionId }) => cutToColumns(oneLine(questionId), idColumns) },
  { title: "Question", align: "left", cell: ({ question }) => question },
  { title: "Model", align: "left", needed: differs("answering"), cell: ({ answering }) => answering },
  { title: "Judge", align: "left", needed: differs("judge"), cell: ({ judge }) => judge },
  {
    title: "#",
    align: "right",
    needed: (results) => results.some(({ replicate }) => replicate !== null),
    cell: ({ replicate }) => String(replicate ?? ""),
  },
  { title: "Verdict", align: "left", cell: ({ verdict }) => verdict },
  { title: "Evidence", align: "left", cell: ({ evidence }) => evidence },
];

const risks = ["none", "low", "medium", "high"];

/** How much evidence there is: `4 excerpts for 2 attributes and 1 trait, risk low`, `template and 1 trait investigated`. */
function evidenceText(result: VerificationResult): string {
  const parts = [...quotedTexts(result), ...investigatedTexts(result)];
  return parts.length === 0 ? "none" : parts.join(", ");
}

function quotedTexts(result: VerificationResult): readonly string[] {
  const items = listEvidence(result);
  if (items.length === 0) return [];
  const excerpts = items.reduce((sum, item) => sum + item.excerpts.length, 0);
  const what = excerpts > 0 ? pluralize(excerpts, "excerpt") : "reasoning";
  const kinds = [
    { noun: "attribute", count: items.filter(({ kind }) => kind === "attribute").length },
    { noun: "trait", count: items.filter(({ kind }) => kind === "trait").length },
  ].filter(({ count }) => count > 0);
  const lacking = items.filter(({ lacksExcerpts }) => lacksExcerpts).length;
  const risk = Math.max(...items.map((item) => risks.indexOf(item.risk ?? "")));
  return [
    `${what} for ${kinds.map(({ noun, count }) => pluralize(count, noun)).join(" and ")}`,
    ...(lacking > 0 ? [`${lacking} without`] : []),
    ...(risk >= 0 ? [`risk ${risks[risk]}`] : []),
  ];
}

function investigatedTexts(result: VerificationResult): readonly string[] {
  const found = investigationsOf(result);
  const traits = found.filter(({ kind }) => kind === "trait").flatMap(({ names }) => names).length;
  const what = [
    ...(found.some(({ kind }) => kind === "template") ? ["template"] : []),
    ...(traits > 0 ? [pluralize(traits, "trait")] : []),
  ];
  return what.length === 0 ? [] : [`${what.join(" and ")} investigated`];
}
