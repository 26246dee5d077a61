import * as z from "zod";
import { type JsonObject, type JsonValue, KareninaError } from "../../base/index.ts";
import { frozenJson, frozenJsonObject } from "../frozen-json.ts";
import { checkNode } from "../problems/check-node.ts";
import { ProblemList } from "../problems/problem.ts";
import { dynamicRubricFrom, RubricForm, type RubricInput, rubricFrom } from "../rubrics/rubric-input.ts";
import { noRubrics } from "../rubrics/rubrics.ts";
import {
  type AttachmentInput,
  AttachmentInputs,
  attachmentsFrom,
  type ConversationTurn,
  ConversationTurns,
  SystemPromptText,
  turnsFrom,
} from "./conversation.ts";
import type { FewShotExample, QuestionContent } from "./question.ts";
import { questionTemplate, type TemplateInput } from "./question-template.ts";
import { isInsidePath } from "./workspace-path.ts";

/** A question to add. Only the question and its reference answer are required. */
export interface QuestionInput {
  readonly question: string;
  readonly rawAnswer: string;
  /** An answer template, or its source with its language. */
  readonly template?: TemplateInput | undefined;
  /** Default: derived from the question's text. */
  readonly id?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
  readonly fewShotExamples?: readonly FewShotExample[] | undefined;
  readonly answerNotes?: string | undefined;
  readonly author?: JsonValue | undefined;
  readonly sources?: JsonValue | undefined;
  readonly customMetadata?: JsonObject | undefined;
  /** What was said before the question, the oldest first. */
  readonly messages?: readonly ConversationTurn[] | undefined;
  /** What the model is told in place of its own system prompt. */
  readonly systemPrompt?: string | undefined;
  /** Files that go with the question: paths inside the benchmark's folder, or bytes with a name. */
  readonly attachments?: readonly AttachmentInput[] | undefined;
  /** Relative to the benchmark's workspace root and inside it. */
  readonly workspacePath?: string | undefined;
  /** Default true. */
  readonly finished?: boolean | undefined;
  /** Traits of this question alone, such as `[regexTrait({ … })]`; their names must differ from the benchmark's. */
  readonly rubric?: RubricInput | undefined;
  /** Traits of this question alone that apply only to answers which touch what they are about. */
  readonly dynamicRubric?: RubricInput | undefined;
}

/** Fields of a question to change. Absent or undefined leaves a field as it is; null takes an optional one away. */
export type QuestionChanges = {
  readonly [Field in Exclude<keyof QuestionInput, "id">]?:
    | QuestionInput[Field]
    | (undefined extends QuestionInput[Field] ? null : never);
};

const rawText = z.string().min(1, "expected non-empty text");

const TemplateForm = z.union(
  [
    z.object({ fields: z.array(z.unknown()) }),
    z.object({ text: z.string(), language: z.enum(["TypeScript", "Python"]) }),
    z.object({ kind: z.enum(["native", "source", "unreadable"]) }),
  ],
  { error: "expected an answer template or { text, language }" },
);

const QuestionFields = z.strictObject({
  question: rawText,
  rawAnswer: rawText,
  template: TemplateForm,
  keywords: z.array(z.string()),
  fewShotExamples: z.array(z.object({ question: z.string(), answer: z.string() })),
  answerNotes: z.string(),
  author: z.unknown(),
  sources: z.unknown(),
  customMetadata: z.unknown(),
  messages: ConversationTurns,
  systemPrompt: SystemPromptText,
  attachments: AttachmentInputs,
  workspacePath: z.string().refine(isInsidePath, "expected a relative path inside the workspace"),
  finished: z.boolean(),
  rubric: RubricForm,
  dynamicRubric: RubricForm,
});

const QuestionInputFields = z.strictObject({
  ...QuestionFields.partial().shape,
  question: rawText,
  rawAnswer: rawText,
  id: rawText.optional(),
});

const QuestionChangeFields = QuestionFields.partial();

/** The content of a new question. Throws `invalid_input` naming every field that is not as it should be. */
export function questionFrom(
  input: QuestionInput,
  identity: { readonly id: string; readonly now: string },
): QuestionContent {
  const { question, rawAnswer } = input;
  const empty: QuestionContent = {
    id: identity.id,
    question,
    rawAnswer,
    keywords: [],
    fewShotExamples: [],
    customMetadata: {},
    finished: true,
    dateCreated: identity.now,
    dateModified: identity.now,
    ...noRubrics,
  };
  return Object.freeze({ ...empty, ...fieldsOf(input) });
}

/** Throws unless the input has the fields of a question, of the right kinds. */
export function checkQuestionInput(input: QuestionInput): void {
  check(QuestionInputFields, input, input.id ?? input.question);
}

/** The fields that changes set, ready to be laid over the question `id`. Throws `invalid_input` for wrong ones. */
export function checkedChanges(changes: QuestionChanges, id: string): Partial<QuestionContent> {
  const present = Object.entries(changes).filter(([, value]) => value !== undefined);
  check(
    QuestionChangeFields,
    Object.fromEntries(present.filter(([field, value]) => value !== null || isRequired(field))),
    id,
  );
  return fieldsOf(changes);
}

function isRequired(field: string): boolean {
  return field === "question" || field === "rawAnswer";
}

type Fields = QuestionChanges | QuestionInput;

function fieldsOf(fields: Fields): Partial<QuestionContent> {
  const {
    question,
    rawAnswer,
    finished,
    template,
    answerNotes,
    workspacePath,
    author,
    sources,
    customMetadata,
  } = fields;
  const { keywords, fewShotExamples, rubric, dynamicRubric, messages, systemPrompt, attachments } = fields;
  return {
    ...(question !== undefined && { question }),
    ...(rawAnswer !== undefined && { rawAnswer }),
    ...(finished !== undefined && { finished: finished ?? true }),
    ...(template !== undefined && { template: template === null ? undefined : questionTemplate(template) }),
    ...(answerNotes !== undefined && { answerNotes: answerNotes ?? undefined }),
    ...(messages !== undefined && { messages: turnsFrom(messages ?? []) }),
    ...(systemPrompt !== undefined && { systemPrompt: systemPrompt ?? undefined }),
    ...(attachments !== undefined && { attachments: attachmentsFrom(attachments ?? []) }),
    ...(workspacePath !== undefined && { workspacePath: workspacePath ?? undefined }),
    ...(author !== undefined && {
      author: author === null ? undefined : frozenJson(author, "question.author"),
    }),
    ...(sources !== undefined && {
      sources: sources === null ? undefined : frozenJson(sources, "question.sources"),
    }),
    ...(customMetadata !== undefined && {
      customMetadata: frozenJsonObject(customMetadata ?? {}, "question.customMetadata"),
    }),
    ...(keywords !== undefined && { keywords: Object.freeze([...(keywords ?? [])]) }),
    ...(fewShotExamples !== undefined && { fewShotExamples: examplesFrom(fewShotExamples ?? []) }),
    ...(rubric !== undefined && { rubric: rubricFrom(rubric ?? []) }),
    ...(dynamicRubric !== undefined && { dynamicRubric: dynamicRubricFrom(dynamicRubric ?? []) }),
  };
}

function examplesFrom(examples: readonly FewShotExample[]): readonly FewShotExample[] {
  return Object.freeze(examples.map(({ question, answer }) => Object.freeze({ question, answer })));
}

const longestName = 60;

/** @param name what the question is called in messages; of any kind where no compiler has looked */
function check(schema: z.ZodType, value: unknown, name: unknown): void {
  const problems = new ProblemList();
  checkNode(schema, value, "question", problems);
  if (problems.total === 0) return;
  const named =
    typeof name === "string" && name !== "" ? ` (question ${JSON.stringify(shortenName(name))})` : "";
  throw new KareninaError("invalid_input", problems.lines.map((line) => `${line}${named}`).join("\n"));
}

function shortenName(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name;
}
