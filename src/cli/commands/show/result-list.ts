import { wrongFields } from "../../../analysis/index.ts";
import { oneLine, pluralize } from "../../../base/index.ts";
import { investigationsOf, listEvidence, wrongText } from "../../../report/index.ts";
import {
  outcomeOf,
  shortModelName,
  unpassedOutcomes,
  type VerificationResult,
} from "../../../result/index.ts";
import { cutToColumns } from "../../report/columns.ts";
import { outcomeMark } from "../../report/outcome-mark.ts";
import { shortened } from "../../report/question-lines.ts";
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
  /** What was expected and got, or why there is no verdict; empty for a pass. */
  readonly reason: string;
  readonly evidence: string;
}

/** The list, and what its file holds beside it. */
interface ListedAmong {
  readonly results: readonly ListedResult[];
  /** The models and judges of all results of the file, listed or not: of one nobody asks which. */
  readonly answering: ReadonlySet<string>;
  readonly judges: ReadonlySet<string>;
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
    reason: whyNoPass(result),
    evidence: evidenceText(result),
  };
}

/** A table of results, a line each where the width allows. A question's place is that of its first result among all questions of the file. */
export function listLines(
  among: ListedAmong,
  placeOf: (questionId: string) => number | undefined,
  width: number,
): readonly string[] {
  const columns = listColumns(placeOf).filter(({ needed }) => needed === undefined || needed(among));
  return tableLines(
    columns,
    among.results.map((result) => columns.map(({ cell }) => cell(result))),
    { width },
  );
}

interface ListColumn extends Column {
  /** Left out where it says nothing. Default: always there. */
  readonly needed?: (among: ListedAmong) => boolean;
  readonly cell: (result: ListedResult) => string;
}

const noEvidence = "none";

const listColumns = (placeOf: (questionId: string) => number | undefined): readonly ListColumn[] => [
  { title: "Place", align: "right", cell: ({ questionId }) => String(placeOf(questionId) ?? "") },
  {
    title: "Id",
    align: "left",
    // a generated one tells less than the place
    needed: ({ results }) => results.some(({ questionId }) => !questionId.startsWith("urn:")),
    cell: ({ questionId }) => cutToColumns(oneLine(questionId), idColumns),
  },
  { title: "Question", align: "left", cell: ({ question }) => question },
  {
    title: "Model",
    align: "left",
    needed: (among) => among.answering.size > 1,
    cell: ({ answering }) => answering,
  },
  { title: "Judge", align: "left", needed: (among) => among.judges.size > 1, cell: ({ judge }) => judge },
  {
    title: "Replicate",
    align: "right",
    needed: ({ results }) => results.some(({ replicate }) => replicate !== null),
    cell: ({ replicate }) => String(replicate ?? ""),
  },
  { title: "Verdict", align: "left", cell: ({ verdict }) => verdict },
  {
    title: "Evidence",
    align: "left",
    needed: ({ results }) => results.some(({ evidence }) => evidence !== noEvidence),
    cell: ({ evidence }) => evidence,
  },
  {
    title: "Reason",
    align: "left",
    needed: ({ results }) => results.some(({ reason }) => reason !== ""),
    cell: ({ reason }) => reason,
  },
];

function whyNoPass(result: VerificationResult): string {
  const outcome = outcomeOf(result);
  const { failure } = result.metadata;
  const fields = unpassedOutcomes.includes(outcome) ? wrongFields(result) : [];
  return oneLine(wrongText(fields, shortened(failure?.reason ?? ""), shortened));
}

const risks = ["none", "low", "medium", "high"];

/** How much evidence there is: `4 excerpts for 2 attributes and 1 trait, risk low`, `template and 1 trait investigated`. */
function evidenceText(result: VerificationResult): string {
  const parts = [...quotedTexts(result), ...investigatedTexts(result)];
  return parts.length === 0 ? noEvidence : parts.join(", ");
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
