import * as z from "zod";
import {
  AnyJson,
  AnyJsonObject,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownEntry,
} from "../../../base/index.ts";
import {
  emptyRubric,
  type Rubric,
  rubricFromTraits,
  traitFromRecord,
  traitTypes,
} from "../../../rubric/index.ts";
import { attachmentPaths } from "../../question/attachment-paths.ts";
import { isConversation } from "../../question/conversation.ts";
import type { Question } from "../../question/question.ts";
import { questionId } from "../../question/question-id.ts";
import { type QuestionTemplate, writtenTemplate } from "../../question/question-template.ts";
import { isInsidePath } from "../../question/workspace-path.ts";
import { rubricRecord } from "../../rubrics/rubric-record.ts";
import { carriedTemplate } from "../carried-template.ts";
import { readConversation } from "../conversation-properties.ts";
import { embeddedExamples } from "../embedded-json.ts";
import { isPlaceholderTemplate } from "../placeholder-template.ts";

const text = z.string();

/** The Question node of a scenario's node: all that older files have. */
const QuestionNode = z.object({
  text: text.optional().catch(undefined),
  acceptedAnswer: z.object({ text }).optional().catch(undefined),
  hasPart: z
    .object({ text, programmingLanguage: text.default("Python") })
    .optional()
    .catch(undefined),
});

const words = z.array(text).optional().catch(undefined);

/** The whole question; what is not as it should be is left out. */
const QuestionData = z.object({
  question: text.optional().catch(undefined),
  raw_answer: text.optional().catch(undefined),
  keywords: words,
  tags: words,
  few_shot_examples: AnyJson.optional(),
  date_created: text.catch(""),
  date_modified: text.catch(""),
  answer_template: text.optional().catch(undefined),
  answer_notes: text.optional().catch(undefined),
  author: AnyJson.optional(),
  sources: AnyJson.optional(),
  custom_metadata: AnyJsonObject.optional().catch(undefined),
  question_rubric: AnyJson.optional(),
  question_dynamic_rubric: AnyJson.optional(),
  workspace_path: text.optional().catch(undefined),
});

/** The question of a node of a checkpoint: `questionData` counts, and what it lacks is taken from the Question node. */
export function readQuestionData(node: JsonObject, tell: (message: string) => void): Question {
  const shown = QuestionNode.parse(isJsonObject(node.question) ? node.question : {});
  const data = QuestionData.parse(isJsonObject(node.questionData) ? node.questionData : {});
  const question = data.question ?? shown.text ?? "";
  const metadata = data.custom_metadata ?? {};
  const { carried, others } = carriedTemplate(metadata);
  const template =
    carried === undefined
      ? storedTemplate(data.answer_template, shown.hasPart, tell)
      : templateOf(carried.language, carried.text, tell);
  const rubric = (value: JsonValue | undefined) => rubricOf(value, tell);
  const workspacePath = data.workspace_path || undefined;
  if (workspacePath !== undefined && !isInsidePath(workspacePath))
    tell(`expected a relative path inside the workspace, found ${JSON.stringify(workspacePath)}`);
  const around = isJsonObject(node.conversation) ? node.conversation : {};
  const conversation = readConversation(
    (name) => {
      const value = ownEntry(around, name) ?? null;
      return value === null ? undefined : { value, path: `conversation.${name}` };
    },
    (path, message) => tell(`${path}: ${message}`),
  );
  return Object.freeze({
    ...conversation,
    id: questionId(question),
    question,
    rawAnswer: data.raw_answer ?? shown.acceptedAnswer?.text ?? "",
    template,
    keywords: data.keywords ?? data.tags ?? [],
    fewShotExamples: embeddedExamples(data.few_shot_examples ?? null) ?? [],
    answerNotes: data.answer_notes,
    author: data.author ?? undefined,
    sources: data.sources ?? undefined,
    customMetadata: carried === undefined ? metadata : others,
    workspacePath: workspacePath !== undefined && isInsidePath(workspacePath) ? workspacePath : undefined,
    finished: true,
    dateCreated: data.date_created,
    dateModified: data.date_modified,
    rubric: rubric(data.question_rubric),
    dynamicRubric: rubric(data.question_dynamic_rubric),
  });
}

type Code = z.infer<typeof QuestionNode>["hasPart"];

/** The template that both say, or else the one that does not only stand for none. */
function storedTemplate(
  data: string | undefined,
  code: Code,
  tell: (message: string) => void,
): QuestionTemplate | undefined {
  const source = data?.trim() ? data : code?.text;
  if (source === undefined || source.trim() === "" || isPlaceholderTemplate(source)) return undefined;
  const language = code !== undefined && code.text === source ? code.programmingLanguage : "Python";
  return templateOf(language, source, tell);
}

function templateOf(language: string, source: string, tell: (message: string) => void): QuestionTemplate {
  if (language === "Python" || language === "TypeScript")
    return { kind: "source", source: { text: source, language } };
  tell(`expected a template in TypeScript or Python, found ${JSON.stringify(language.slice(0, 60))}`);
  return { kind: "unreadable", language, text: source };
}

function rubricOf(value: JsonValue | undefined, tell: (message: string) => void): Rubric {
  if (value === undefined || value === null) return emptyRubric;
  if (!isJsonObject(value)) {
    tell("expected its rubric as an object with lists of traits");
    return emptyRubric;
  }
  const traits = traitTypes.flatMap((type) => {
    const list = value[`${type}_traits`] ?? [];
    return (Array.isArray(list) ? list : []).flatMap((record) => {
      const trait = isJsonObject(record) ? traitFromRecord(type, record) : undefined;
      if (trait === undefined) tell(`expected a name of each ${type} trait of its rubric`);
      else if (trait.unusable !== undefined)
        tell(`trait ${JSON.stringify(trait.name)}: ${trait.unusable.reason}`);
      return trait ?? [];
    });
  });
  return rubricFromTraits(traits);
}

const longestName = 40;

/** The Question node of a scenario's node. */
export function questionNode({ question, rawAnswer, template }: Question): JsonObject {
  const code = template === undefined ? { text: "", language: "Python" } : writtenTemplate(template);
  const signs = [...question];
  const name = signs.length > longestName ? `${signs.slice(0, longestName).join("")}...` : question;
  return {
    "@type": "Question",
    text: question,
    acceptedAnswer: { "@type": "Answer", text: rawAnswer },
    hasPart: {
      "@type": "SoftwareSourceCode",
      name: `${name} Answer Template`,
      text: code.text,
      programmingLanguage: code.language,
    },
  };
}

/** What stands around the question of a node, which the Python system passes over; undefined where it is its text alone. */
export function nodeConversation(question: Question): JsonObject | undefined {
  const { messages, systemPrompt, attachments } = question;
  if (!isConversation(question)) return undefined;
  return {
    ...(messages !== undefined && { messages: messages.map((turn) => ({ ...turn })) }),
    ...(systemPrompt !== undefined && { system_prompt: systemPrompt }),
    ...(attachments !== undefined && { attachments: attachmentPaths(question) ?? [] }),
  };
}

/** The whole question as the Python system's model has it; a template in another language stands in the Question node alone. */
export function questionData(question: Question): JsonObject {
  const template = question.template && writtenTemplate(question.template);
  return {
    question: question.question,
    raw_answer: question.rawAnswer,
    keywords: question.keywords,
    few_shot_examples:
      question.fewShotExamples.length === 0
        ? null
        : question.fewShotExamples.map((example) => ({ ...example })),
    ...(question.dateCreated !== "" && { date_created: question.dateCreated }),
    ...(question.dateModified !== "" && { date_modified: question.dateModified }),
    answer_template: template?.language === "Python" ? template.text : null,
    answer_notes: question.answerNotes ?? null,
    author: question.author ?? null,
    sources: question.sources ?? null,
    custom_metadata: Object.keys(question.customMetadata).length === 0 ? null : question.customMetadata,
    question_rubric: rubricRecord(question.rubric),
    question_dynamic_rubric: rubricRecord(question.dynamicRubric),
    workspace_path: question.workspacePath ?? null,
    id: question.id,
  };
}
