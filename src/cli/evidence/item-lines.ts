import { oneLine } from "../../base/index.ts";
import type { JudgedTexts, ShownEvidence, TaggedExcerpt } from "../../report/index.ts";
import { differenceTexts, type Excerpt, type RejectedExcerpt } from "../../result/index.ts";
import { cutToColumns } from "../report/columns.ts";
import { paint, type Terminal, type Tone } from "../report/terminal.ts";
import { wrapText } from "../report/wrap-lines.ts";
import { paintItem } from "./answer-lines.ts";

/** How evidence is shown. */
interface EvidenceView {
  readonly terminal: Pick<Terminal, "rich" | "columns">;
  /** Nothing is cut. */
  readonly full: boolean;
  readonly judged: Pick<JudgedTexts, "notFound" | "similarity">;
}

const mostColumns = 300;
const riskTones: { readonly [risk: string]: Tone } = {
  none: "good",
  low: "good",
  medium: "warn",
  high: "bad",
};

/**
 * What stands behind one attribute or trait: its excerpts with how sure they are, what a search said about them, why
 * nothing was quoted, and the judge's reasoning.
 *
 * @param value the value it stands for, as one line
 */
export function itemLines(item: ShownEvidence, value: string, view: EvidenceView): readonly string[] {
  const { terminal } = view;
  const name = paintItem(terminal, item.number, `${item.number} ${oneLine(item.name)}`);
  const kind = item.kind === "trait" ? " (trait)" : "";
  return [
    `${name}${kind}${value === "" ? "" : `: ${value}`}`,
    ...item.excerpts.flatMap((excerpt) => indentLines(excerptLines(excerpt, view))),
    ...rejectedLines(item.rejected, view),
    ...item.explanations.flatMap((text) => labelLines("nothing quoted", text, view)),
    ...(item.lacksExcerpts
      ? [`  ${paint(terminal, "bad", "no valid excerpt was found in the answer")}`]
      : []),
    ...(item.risk === null ? [] : [`  hallucination risk: ${riskText(item.risk, terminal)}`]),
    ...item.notes.flatMap((note) => indentLines(wrapText(note, terminal.columns - 4))),
    ...(item.reasoning === null ? [] : labelLines("reasoning", item.reasoning, view)),
  ];
}

function excerptLines(excerpt: TaggedExcerpt, view: EvidenceView): readonly string[] {
  const { terminal, judged } = view;
  const notes = [
    ...(excerpt.confidence ? [`confidence ${excerpt.confidence}`] : []),
    ...similarityNotes(excerpt.similarityScore ?? judged.similarity.get(excerpt.tag)),
    ...(excerpt.source ? [sourceTexts[excerpt.source]] : []),
    ...(judged.notFound.has(excerpt.tag) ? [paint(terminal, "warn", "not found in the answer")] : []),
  ];
  const quoted = wrapText(`"${shortenText(excerpt.text, view)}"`, terminal.columns - 4 - excerpt.tag.length);
  const margin = " ".repeat(excerpt.tag.length + 1);
  return [
    ...quoted.map((line, at) => `${at === 0 ? `${excerpt.tag} ` : margin}${line}`),
    ...[
      ...(notes.length > 0 ? [notes.join(", ")] : []),
      ...(excerpt.explanation ? wrapText(excerpt.explanation, terminal.columns - 8) : []),
      ...riskLines(excerpt, view),
      ...searchLines(excerpt.searchResults, view),
    ].map((line) => `${margin}${line}`),
  ];
}

/** A likeness that is not whole is never shown as `1.00`. */
function similarityNotes(similarity: number | null | undefined): readonly string[] {
  if (typeof similarity !== "number") return [];
  return [similarity >= 1 ? "verbatim" : `similarity ${Math.min(similarity, 0.99).toFixed(2)}`];
}

const sourceTexts: { readonly [source in NonNullable<Excerpt["source"]>]: string } = {
  message: "in the model's own words",
  thinking: "in its thinking",
  tool_call: "in a call of a tool",
  tool_output: "in what a tool gave back",
  mixed: "in several parts of the trace",
};

const mostRejected = 3;

/** What was quoted in vain, the last attempt first; all of it where nothing is cut. */
function rejectedLines(rejected: readonly RejectedExcerpt[], view: EvidenceView): readonly string[] {
  const shown = rejected.toReversed().slice(0, view.full ? undefined : mostRejected);
  const rest = rejected.length - shown.length;
  return [
    ...shown.flatMap((excerpt) => indentLines(rejectedExcerptLines(excerpt, view))),
    ...(rest > 0 ? [`  ${paint(view.terminal, "dim", `and ${rest} more rejected; --full shows all`)}`] : []),
  ];
}

function rejectedExcerptLines(excerpt: RejectedExcerpt, view: EvidenceView): readonly string[] {
  const { columns } = view.terminal;
  const [first = "", ...more] = wrapText(`rejected: "${shortenText(excerpt.text, view)}"`, columns - 4);
  const why = [
    rejectionText(excerpt),
    ...differenceTexts(excerpt),
    ...(excerpt.attempt ? [`attempt ${excerpt.attempt}`] : []),
  ];
  const nearest = excerpt.reason === "says_nothing" ? null : excerpt.nearestPassage;
  return [
    first.replace("rejected", paint(view.terminal, "warn", "rejected")),
    ...more.map((line) => `  ${line}`),
    ...wrapText(why.join("; "), columns - 8).map((line) => `  ${line}`),
    ...(nearest
      ? wrapText(`nearest: "${shortenText(nearest, view)}"`, columns - 8).map((line) => `  ${line}`)
      : []),
  ];
}

function rejectionText({ reason, similarityScore, threshold, source }: RejectedExcerpt): string {
  if (reason === "says_nothing") return "it holds no whole word";
  if (reason === "other_source") return source ? `it stands ${sourceTexts[source]}` : "it stands elsewhere";
  const alike = similarityNotes(similarityScore)[0] ?? "not in the answer";
  if (reason === "altered") return `${alike}, but it says something else`;
  return typeof threshold === "number" ? `${alike} of ${threshold.toFixed(2)} needed` : alike;
}

function riskLines(
  { hallucinationRisk, hallucinationJustification }: Excerpt,
  { terminal }: EvidenceView,
): readonly string[] {
  if (!hallucinationRisk) return [];
  const [first = "", ...more] = wrapText(
    `hallucination risk ${hallucinationRisk}${hallucinationJustification ? `: ${hallucinationJustification}` : ""}`,
    terminal.columns - 8,
  );
  const painted = first.replace(hallucinationRisk, riskText(hallucinationRisk, terminal));
  return [painted, ...more];
}

function riskText(risk: string, terminal: Pick<Terminal, "rich">): string {
  return paint(terminal, riskTones[risk] ?? "warn", oneLine(risk));
}

function searchLines(found: Excerpt["searchResults"], view: EvidenceView): readonly string[] {
  if (found === null || found === undefined) return [];
  const width = view.terminal.columns - 8;
  if (typeof found === "string") return wrapText(`search: ${shortenText(found, view)}`, width);
  if (found.length === 0) return ["search: nothing was found"];
  return [
    "search:",
    ...found.flatMap(({ title, url, content }) => [
      ...wrapText(`- ${oneLine([title, url].filter(Boolean).join(", ") || "a page without title")}`, width),
      ...(view.full && content ? wrapText(content, width - 2).map((line) => `  ${line}`) : []),
    ]),
  ];
}

function labelLines(label: string, text: string, { terminal }: EvidenceView): readonly string[] {
  return indentLines(wrapText(`${label}: ${text}`, terminal.columns - 4));
}

function shortenText(text: string, { full }: EvidenceView): string {
  return full ? text : cutToColumns(oneLine(text.slice(0, 4 * mostColumns)), mostColumns);
}

const indentLines = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);
