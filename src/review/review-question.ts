import { createPatternEngine, type JsonValue, messageOf } from "../base/index.ts";
import type { Question } from "../benchmark/index.ts";
import {
  type DraftTry,
  draftRecord,
  isAsItShould,
  isBeyondDoubt,
  isTriedTemplate,
} from "../drafting/index.ts";
import { createTemplateLoader } from "../languages/index.ts";
import { allTraits, isEmptyRubric } from "../rubric/index.ts";
import {
  type AnswerTemplate,
  type TemplateWords,
  templateDoubts,
  templateWords,
  validateTemplate,
} from "../template/index.ts";
import { questionOf, type Review, type ReviewEntry, reviewEntry } from "./review.ts";

/** The custom property that holds what reviewers noted; no model is shown it. */
export const noteProperty = "review_note";

/** How a template was drafted, and what it made of the answers it was tried on. */
export interface ReviewDraft {
  /** The model that drafted it; null: it follows from the expected answer. */
  readonly by: string | null;
  readonly judge: string | null;
  readonly drafts: number;
  readonly reason: string;
  readonly fieldReasons: readonly { readonly field: string; readonly reason: string }[];
  /** True: the template has been edited since, so that what was tried says nothing about it. */
  readonly isEdited: boolean;
  /** True: what was tried speaks for it, and the model took no answer back. */
  readonly isBeyondDoubt: boolean;
  readonly tries: readonly (DraftTry & { readonly isAsItShould: boolean })[];
}

/** Everything that a person sees of a question before deciding; plain JSON. Its texts are of files and models: show them harmless. */
export interface ReviewQuestion extends ReviewEntry {
  /** The expected answer. */
  readonly answer: string;
  /** What judges are told about it. */
  readonly notes: string | null;
  /** What reviewers noted. */
  readonly reviewNote: string | null;
  /** Its fields and checks in words; null without a template, or with one that cannot be read. */
  readonly template: TemplateWords | null;
  /** A template that is code, or cannot be read. */
  readonly code: { readonly language: string; readonly text: string } | null;
  /** Names of the traits that its answers are judged by, beside the template. */
  readonly traits: readonly string[];
  /** Why it cannot be finished as it is; empty where it can. */
  readonly problems: readonly string[];
  /** What may be meant otherwise. */
  readonly doubts: readonly string[];
  /** Null: nobody drafted it. */
  readonly draft: ReviewDraft | null;
}

/**
 * Everything there is to see of a question. A template that is code is evaluated in the sandbox, as by `karenina benchmark validate`.
 * Throws `invalid_input` for an id that is not there.
 */
export async function reviewQuestion(review: Pick<Review, "content">, id: string): Promise<ReviewQuestion> {
  const question = questionOf(review, id);
  const traits = traitNames(review, question);
  return {
    ...reviewEntry(question, review.content.questions.indexOf(question)),
    answer: question.rawAnswer,
    notes: question.answerNotes ?? null,
    reviewNote: noteText(question.customMetadata[noteProperty]),
    traits,
    ...(await templatePart(question, traits.length > 0)),
    draft: draftPart(question),
  };
}

const noteText = (value: JsonValue | undefined): string | null => (typeof value === "string" ? value : null);

function traitNames({ content }: Pick<Review, "content">, question: Question): readonly string[] {
  const rubrics = [
    content.globalRubric,
    content.globalDynamicRubric,
    question.rubric,
    question.dynamicRubric,
  ];
  return rubrics.flatMap((rubric) =>
    isEmptyRubric(rubric) ? [] : allTraits(rubric).map(({ name }) => name),
  );
}

type TemplatePart = Pick<ReviewQuestion, "template" | "code" | "problems" | "doubts">;

async function templatePart({ template }: Question, hasTraits: boolean): Promise<TemplatePart> {
  const nothing = { template: null, code: null, problems: [], doubts: [] };
  if (template === undefined)
    return hasTraits ? nothing : { ...nothing, problems: ["It has no template, and no trait judges it."] };
  if (template.kind === "native") return wordsPart(template.template, null);
  if (template.kind === "unreadable") {
    const { language, text, reason = `It is written in ${language}, which is not read here.` } = template;
    return { ...nothing, code: { language, text }, problems: [reason] };
  }
  const { source } = template;
  try {
    await using loader = createTemplateLoader();
    const loaded = await loader.load(source);
    const isCode = loaded.verify !== undefined || loaded.verifyGranular !== undefined;
    return await wordsPart(loaded, isCode ? source : null);
  } catch (error) {
    return { ...nothing, code: source, problems: [messageOf(error)] };
  }
}

async function wordsPart(template: AnswerTemplate, code: TemplatePart["code"]): Promise<TemplatePart> {
  const problems = await validateTemplate(template, { patterns: createPatternEngine() });
  return {
    template: problems.length > 0 ? null : templateWords(template),
    ...{ code, problems },
    doubts: problems.length > 0 ? [] : templateDoubts(template),
  };
}

function draftPart(question: Question): ReviewDraft | null {
  const record = draftRecord(question);
  if (record === undefined) return null;
  const { by, judge, drafts, reason, fieldReasons, tries } = record;
  return {
    ...{ by, judge, drafts, reason },
    fieldReasons: Object.entries(fieldReasons).map(([field, why]) => ({ field, reason: why })),
    isEdited: !isTriedTemplate(question, record),
    isBeyondDoubt: isBeyondDoubt(record),
    tries: tries.map((tried) => ({ ...tried, isAsItShould: isAsItShould(tried) })),
  };
}
