import { isWithinPair } from "../../base/index.ts";
import type { TextIndex } from "../../evidence/index.ts";
import type { VerificationResult } from "../../result/index.ts";
import { finalMessage, messageFromRecord } from "../../trace/index.ts";
import type { ShownEvidence, TaggedExcerpt } from "./shown-evidence.ts";

/** A passage to be marked. */
export interface Mark {
  /** Where it starts and ends in the text, in UTF-16 units; end excluded. */
  readonly start: number;
  readonly end: number;
  /** Stands in the marker: `1`, or `1.2` for the second of several excerpts. */
  readonly tag: string;
  /** Number of the attribute or trait, from 1; decides the colour. */
  readonly item: number;
}

/** A text that a judge read, with the passages it quoted. */
export interface JudgedText {
  /** `report`: what an agent wrote in the judge's place; `traits`: what traits were judged on, where that is another text. */
  readonly role: "answer" | "report" | "traits";
  readonly title: string;
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** Where the excerpts of a result stand. */
export interface JudgedTexts {
  /**
   * The answer first; then what an agent reported in its judge's place, and what traits were judged on where that is
   * another text. None: not in the result.
   */
  readonly texts: readonly JudgedText[];
  /** Tags of excerpts that stand nowhere in the text they were quoted from. */
  readonly notFound: ReadonlySet<string>;
  /** Likeness of excerpts that the result itself has none of, by tag. */
  readonly similarity: ReadonlyMap<string, number>;
}

type Judged = Pick<
  VerificationResult,
  "template" | "deepJudgmentRubric" | "evaluationInput" | "usedFullTrace"
>;

/** An excerpt without a stored place is shown where it is at least half there. */
const leastSimilarity = 0.5;

/**
 * The texts that excerpts were quoted from, with a mark for each excerpt: attributes in what the template's judge read,
 * traits in what the rubric's judge read. Places stored with the excerpts are taken; others are looked for.
 */
export function judgedTexts(
  result: Judged,
  items: readonly ShownEvidence[],
  indexText: (text: string) => TextIndex,
): JudgedTexts {
  const answer = answerText(result);
  if (answer === undefined) return { texts: [], notFound: new Set(), similarity: new Map() };
  const forTraits = traitText(result) ?? answer;
  const inAnswer = items.filter(({ kind }) => kind === "attribute" || forTraits === answer);
  const inTraits = items.filter((item) => !inAnswer.includes(item));
  const first = findIn(answer, inAnswer, indexText);
  const second = findIn(forTraits, inTraits, indexText);
  const isReported = reportOf(result) !== undefined;
  const read = textName(!isReported && result.usedFullTrace);
  const title = second.marks.length === 0 ? "Answer" : `Answer (${read})`;
  return {
    texts: [
      { role: "answer", title, text: answer, marks: first.marks },
      ...reportText(result),
      ...traitTexts(result, forTraits, second),
    ],
    notFound: new Set([...first.notFound, ...second.notFound]),
    similarity: new Map([...first.similarity, ...second.similarity]),
  };
}

const textName = (isFullTrace: boolean): string => (isFullTrace ? "whole trace" : "final message");

/**
 * What the judge of the template read, and where that was an agent's report, what the report is about; without a judge,
 * everything the model said; undefined where none of it is known.
 */
function answerText(result: Judged): string | undefined {
  const { evaluationInput, template } = result;
  if (reportOf(result) !== undefined) return finalText(result) ?? template?.rawLlmResponse;
  return evaluationInput ?? template?.rawLlmResponse;
}

/** The report from which the template was filled; undefined where the judge read the answer itself. */
function reportOf({ evaluationInput, template }: Judged): string | undefined {
  return template?.agenticParsingPerformed === true ? (evaluationInput ?? undefined) : undefined;
}

function reportText(result: Judged): readonly JudgedText[] {
  const text = reportOf(result);
  return text === undefined ? [] : [{ role: "report", title: "What the judge found", text, marks: [] }];
}

function traitTexts(result: Judged, text: string, { marks }: Found): readonly JudgedText[] {
  if (marks.length === 0) return [];
  const title = `What traits were judged on (${textName(readsFullTrace(result))})`;
  return [{ role: "traits", title, text, marks }];
}

function finalText({ template }: Judged): string | undefined {
  const final = finalMessage((template?.traceMessages ?? []).map(messageFromRecord));
  return final.ok ? final.text : undefined;
}

/** What the judge of the traits read; undefined where the result does not hold it. */
function traitText(result: Judged): string | undefined {
  const { template } = result;
  if (template === null) return undefined;
  if (readsFullTrace(result)) return template.rawLlmResponse || undefined;
  return finalText(result);
}

function readsFullTrace({ deepJudgmentRubric }: Judged): boolean {
  return deepJudgmentRubric?.deepJudgmentRubricUsedFullTrace ?? true;
}

interface Found {
  readonly marks: readonly Mark[];
  readonly notFound: readonly string[];
  readonly similarity: readonly (readonly [tag: string, similarity: number])[];
}

function findIn(
  text: string,
  items: readonly ShownEvidence[],
  indexText: (text: string) => TextIndex,
): Found {
  let index: TextIndex | undefined;
  const locate = (excerpt: string) => {
    index ??= indexText(text);
    return index.locate(excerpt);
  };
  const found = items.flatMap(({ number, excerpts }) =>
    excerpts.map((excerpt) => {
      const stored = storedPlace(text, excerpt);
      const match = stored === undefined ? locate(excerpt.text) : undefined;
      const isThere = match !== undefined && match.similarity >= leastSimilarity;
      const place = stored ?? (isThere ? match.range : null);
      const { tag } = excerpt;
      return {
        tag,
        similarity: match?.similarity,
        mark: place && { ...wholeCharacters(text, place), tag, item: number },
      };
    }),
  );
  return {
    marks: found.flatMap(({ mark }) => mark ?? []),
    notFound: found.flatMap(({ mark, tag }) => (mark === null ? [tag] : [])),
    similarity: found.flatMap(({ tag, similarity }) =>
      similarity === undefined ? [] : [[tag, similarity] as const],
    ),
  };
}

/** Undefined where none is stored, or one that the text does not have. */
function storedPlace(
  text: string,
  { start, end }: TaggedExcerpt,
): { readonly start: number; readonly end: number } | undefined {
  if (typeof start !== "number" || typeof end !== "number") return undefined;
  return start >= 0 && start < end && end <= text.length ? { start, end } : undefined;
}

function wholeCharacters(text: string, { start, end }: { readonly start: number; readonly end: number }) {
  return {
    start: isWithinPair(text, start) ? start - 1 : start,
    end: isWithinPair(text, end) ? end + 1 : end,
  };
}
