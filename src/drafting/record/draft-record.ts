import * as z from "zod";
import { type JsonValue, recordOf, wireCodec } from "../../base/index.ts";
import { type Question, templateIdOf } from "../../benchmark/index.ts";

/** The custom property of a question that holds how its template was drafted; in YAML it stands under `metadata`. */
export const draftProperty = "karenina_draft";

/** What an answer was written as: the expected one, others that are right, and those that are wrong. */
export const TryKind = z.enum(["expected", "paraphrase", "wrong", "refusal", "half"]);
export type TryKind = z.infer<typeof TryKind>;

const DraftTry = z.object({
  kind: TryKind.describe("`expected` and `paraphrase` have to pass, all others to fail."),
  answer: z.string().describe("The answer that was tried, as the drafting model wrote it."),
  verdict: z
    .enum(["pass", "fail", "none"])
    .describe("What the run made of it; `none`: no verdict, as the judge could not be asked."),
  why: z.string().optional().describe("Why there is no verdict."),
  withdrawn: z
    .string()
    .optional()
    .describe(
      "Why the drafting model took the answer back: it was not what it was written as, and does not count.",
    ),
});

/** An answer that a draft was tried on. */
export type DraftTry = z.infer<typeof DraftTry>;

const DraftRecord = z.object({
  state: z
    .enum(["passes", "fails", "undecided", "untried"])
    .describe(
      "`passes`: every answer got the verdict that it has to get; `fails`: some did not, after all drafts; `undecided`: some have no verdict; `untried`: nothing was tried.",
    ),
  by: z
    .string()
    .nullable()
    .default(null)
    .describe("The model that drafted it; null: no model, it follows from the expected answer."),
  judge: z.string().nullable().default(null).describe("The model that judged what was tried."),
  drafts: z.int().min(1).default(1).describe("How often it was drafted: 1 to 3."),
  reason: z.string().default("").describe("Why these fields and checks."),
  fieldReasons: recordOf(z.string())
    .default({})
    .describe("Why a field, its check, synonyms or tolerance, by its name."),
  tries: z.array(DraftTry).default([]).describe("What was tried, the expected answer first."),
  templateId: z
    .string()
    .default("")
    .describe("The id of the template that was tried; a template that a person edited since has another."),
});

/**
 * How a question's template was drafted and what it made of the answers it was tried on. Model text in it is data: show it
 * with `oneLine` or `harmlessText`.
 */
export type DraftRecord = z.infer<typeof DraftRecord>;

const codec = wireCodec(DraftRecord);

/**
 * How a question's template was drafted; undefined: nobody drafted it, or what stands there is no such record.
 *
 * @example
 * draftRecord(question)?.tries.filter((tried) => !isAsItShould(tried))
 */
export function draftRecord({ customMetadata }: Pick<Question, "customMetadata">): DraftRecord | undefined {
  if (!Object.hasOwn(customMetadata, draftProperty)) return undefined;
  try {
    return codec.decode(customMetadata[draftProperty]);
  } catch {
    return undefined;
  }
}

/** The record as it is kept: `benchmark.setQuestionCustomProperty(id, draftProperty, storedDraftRecord(record))`. */
export function storedDraftRecord(record: DraftRecord): JsonValue {
  return codec.encode(record);
}

/** True where the template of a question is the one that was tried. */
export function isTriedTemplate(question: Question, { templateId }: DraftRecord): boolean {
  return templateIdOf(question) === templateId;
}

/** The verdict that an answer has to get. */
export const wantedVerdict = (kind: TryKind): "pass" | "fail" =>
  kind === "expected" || kind === "paraphrase" ? "pass" : "fail";

/**
 * True where nothing that was tried speaks against a draft: nobody has to look at it before it is called finished. What a file says of the state alone
 * is not enough, and what the model took back it may have taken back because its draft failed on it.
 */
export const isBeyondDoubt = ({ state, tries }: DraftRecord): boolean =>
  state === "passes" &&
  tries.every((tried) => tried.withdrawn === undefined && isAsItShould(tried)) &&
  ["pass", "fail"].every((verdict) => tries.some(({ kind }) => wantedVerdict(kind) === verdict));

/** True where the verdict is the one that the answer has to get, or the answer was taken back. */
export const isAsItShould = ({ kind, verdict, withdrawn }: DraftTry): boolean =>
  withdrawn !== undefined || verdict === wantedVerdict(kind);
