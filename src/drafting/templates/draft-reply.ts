import * as z from "zod";
import {
  issueText,
  type JsonObject,
  KareninaError,
  messageOf,
  oneLine,
  type PatternEngine,
} from "../../base/index.ts";
import type { Accepted } from "../../rubric/index.ts";
import {
  type AnswerTemplate,
  templateDoubts,
  templateFromSpec,
  validateTemplate,
} from "../../template/index.ts";
import type { TryKind } from "../record/draft-record.ts";

/** An answer that a draft is to be tried on. */
export interface Try {
  readonly kind: TryKind;
  readonly answer: string;
}

/** What a drafting model has said, read. */
export interface Draft {
  readonly reason: string;
  readonly fields: readonly JsonObject[];
  readonly fieldReasons: Readonly<Record<string, string>>;
  readonly tries: readonly Try[];
  /** Numbers of answers that it takes back, with its reasons. */
  readonly withdrawn: ReadonlyMap<number, string>;
}

const longestAnswer = 4000;
const mostOfAKind = 5;
const longestReason = 600;

const Answer = z.string().trim().min(1).max(longestAnswer);
const Answers = z.array(Answer).max(20).default([]);
const Reason = z.string().default("");

const Reply = z.object({
  reason: Reason,
  fields: z
    .array(z.looseObject({ name: z.string(), reason: Reason.optional() }))
    .min(1)
    .max(20),
  paraphrases: Answers,
  wrong: Answers,
  refusal: Answer.optional(),
  half: Answers,
  withdrawn: z.array(z.object({ number: z.int().min(1), reason: z.string() })).default([]),
});

/** Reads the object of a reply: its form alone. What its fields say is looked at by {@link templateOf}. */
export function acceptDraft(value: unknown): Accepted<Draft> {
  const read = Reply.safeParse(value, { reportInput: true });
  if (!read.success)
    return {
      ok: false,
      problems: read.error.issues.map(
        (issue) => `${issue.path.join(".") || "the object"}: ${issueText(issue)}`,
      ),
    };
  const { reason, fields, paraphrases, wrong, refusal, half, withdrawn } = read.data;
  const tries = [
    ...kindOf("paraphrase", paraphrases),
    ...kindOf("wrong", wrong),
    ...kindOf("refusal", refusal === undefined ? [] : [refusal]),
    ...kindOf("half", half),
  ];
  const reasons = fields.flatMap((field) =>
    field.reason === undefined ? [] : [[field.name, short(field.reason)]],
  );
  return {
    ok: true,
    value: {
      reason: short(reason),
      // built of JSON
      fields: fields.map(({ reason: _, ...field }) => field as JsonObject),
      fieldReasons: Object.fromEntries(reasons),
      tries,
      withdrawn: new Map(withdrawn.map((one) => [one.number, short(one.reason)])),
    },
  };
}

const kindOf = (kind: TryKind, answers: readonly string[]): readonly Try[] =>
  answers.slice(0, mostOfAKind).map((answer) => ({ kind, answer: answer.toWellFormed() }));

const short = (text: string): string => oneLine(text).toWellFormed().slice(0, longestReason);

/** The template of a draft, or what is wrong with it; what is no field of the specification is refused. */
export async function templateOf(
  { fields }: Pick<Draft, "fields">,
  patterns: PatternEngine,
): Promise<{ readonly template: AnswerTemplate } | { readonly problems: readonly string[] }> {
  try {
    const template = templateFromSpec({ karenina_template: 1, fields });
    // a specification without code gives none
    if ("language" in template) return { problems: ["code is not taken"] };
    const problems = [
      ...(await validateTemplate(template, { patterns })),
      ...needing(template),
      ...templateDoubts(template),
    ];
    return problems.length > 0 ? { problems } : { template };
  } catch (error) {
    if (!KareninaError.isInstance(error)) throw error;
    return { problems: messageOf(error).split("\n") };
  }
}

/** Checks that need more than what the judge reads are not drafted. */
function needing({ fields }: AnswerTemplate): readonly string[] {
  return fields.flatMap(({ name, verification }) => {
    const type = verification?.verifyWith.type ?? "";
    if (type !== "SemanticMatch" && !type.startsWith("Trace")) return [];
    return [`field "${name}": ${type} is not one of the checks that are listed`];
  });
}

/** What is wrong with answers that a draft is to be tried on, each of which is another: they would try nothing. */
export function triesProblems(tries: readonly Try[]): readonly string[] {
  const has = (wanted: TryKind) => tries.some(({ kind }) => kind === wanted);
  return [
    ...(has("paraphrase") ? [] : ["`paraphrases` needs an answer that says the expected one in other words"]),
    ...(has("wrong")
      ? []
      : [
          "`wrong` needs an answer that somebody may take for right, that is wrong, and that is none of the right ones",
        ]),
    ...(has("refusal") ? [] : ["`refusal` is missing"]),
  ];
}

const plain = (text: string): string =>
  text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim().replace(/[.!]$/, "");

/** The same without those that repeat an earlier one. */
export function distinctTries<One extends Try>(tries: readonly One[]): readonly One[] {
  const seen = new Set<string>();
  return tries.filter(({ answer }) => {
    const text = plain(answer);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}
