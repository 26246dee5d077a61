import { isWithinPair, ownEntry } from "../../base/index.ts";
import type { TextIndex } from "../../evidence/index.ts";
import type { VerificationResult } from "../../result/index.ts";
import { contextsText, finalMessage, messageFromRecord } from "../../trace/index.ts";
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
  /** The answer says it and its contexts do not support it. Absent: a judge quoted it as evidence. */
  readonly isUnsupported?: true;
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
  "metadata" | "template" | "rubric" | "deepJudgmentRubric" | "evaluationInput" | "usedFullTrace"
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
  const sourceOf = (item: ShownEvidence): Source =>
    item.kind === "attribute" ? attributeSource(result) : traitSource(result, item);
  const bySource = Map.groupBy(items, sourceOf);
  const texts = new Map(
    Array.from(bySource.keys(), (source) => [
      source,
      source === "answer" ? answer : (textOf(result, source) ?? answer),
    ]),
  );
  const ofAnswer = items.filter((item) => texts.get(sourceOf(item)) === answer);
  const first = findIn(answer, ofAnswer, indexText);
  const others = [...bySource].flatMap(([source, own]) => {
    const text = texts.get(source);
    return source === "answer" || text === undefined || text === answer
      ? []
      : [{ source, text, own, found: findIn(text, own, indexText) }];
  });
  const shown = others.filter(({ found }) => found.marks.length > 0);
  const isReported = reportOf(result) !== undefined;
  const read = sourceNames[!isReported && result.usedFullTrace ? "trace" : "message"];
  // what a time limit or a broken connection has cut off
  const name = result.metadata.partialContent === answer ? "Answer, as far as it came" : "Answer";
  const title = shown.length === 0 ? name : `${name} (${read})`;
  const all = [first, ...others.map(({ found }) => found)];
  return {
    texts: [
      { role: "answer", title, text: answer, marks: first.marks },
      ...reportText(result),
      ...shown.map(
        ({ source, text, own, found }): JudgedText => ({
          role: "traits",
          title: own.some(({ kind }) => kind === "attribute")
            ? `What was judged (${sourceNames[source]})`
            : `What traits were judged on (${sourceNames[source]})`,
          text,
          marks: found.marks,
        }),
      ),
    ],
    notFound: new Set(all.flatMap(({ notFound }) => notFound)),
    similarity: new Map(all.flatMap(({ similarity }) => similarity)),
  };
}

/** `answer`: what the judge of the template read. */
type Source = "answer" | "message" | "trace" | "contexts";

const sourceNames: { readonly [Name in Exclude<Source, "answer">]: string } = {
  message: "final message",
  trace: "whole trace",
  contexts: "contexts",
};

/** What the template was filled in from, where that is no answer. */
function attributeSource({ template }: Judged): Source {
  return template?.judgedSource === "contexts" ? "contexts" : "answer";
}

/** What a trait was judged on: what it asks for itself, else what the run judged rubrics on. */
function traitSource(result: Judged, { role, name }: ShownEvidence): Exclude<Source, "answer"> {
  if (role === "unsupported") return "message";
  const asked = ownEntry(result.rubric?.traitSources, name);
  if (asked !== undefined) return asked === "answer" ? "message" : asked;
  return readsFullTrace(result) ? "trace" : "message";
}

/** Such a text; undefined where the result does not hold it. */
function textOf(result: Judged, source: Exclude<Source, "answer">): string | undefined {
  const { template } = result;
  if (template === null) return undefined;
  if (source === "trace") return template.rawLlmResponse || undefined;
  if (source === "message") return finalText(result);
  return contextsText(template.retrievedContexts ?? []) || undefined;
}

/**
 * What the judge of the template read, and where that was an agent's report, what the report is about; without a judge,
 * everything the model said; undefined where none of it is known.
 */
function answerText(result: Judged): string | undefined {
  const { evaluationInput, template } = result;
  if (template?.judgedSource === "contexts") return finalText(result) ?? template.rawLlmResponse;
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

function finalText({ template }: Judged): string | undefined {
  const final = finalMessage((template?.traceMessages ?? []).map(messageFromRecord));
  return final.ok ? final.text : undefined;
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
  const found = items.flatMap(({ number, role, excerpts }) =>
    excerpts.map((excerpt) => {
      const stored = storedPlace(text, excerpt);
      const match = stored === undefined ? locate(excerpt.text) : undefined;
      const isThere = match !== undefined && match.similarity >= leastSimilarity;
      const place = stored ?? (isThere ? match.range : null);
      const { tag } = excerpt;
      return {
        tag,
        similarity: match?.similarity,
        mark: place && {
          ...wholeCharacters(text, place),
          ...{ tag, item: number },
          ...(role === "unsupported" && { isUnsupported: true as const }),
        },
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
