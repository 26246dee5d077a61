import { isJsonObject, type JsonObject, type JsonValue } from "../../base/index.ts";
import type { BenchmarkContent } from "../benchmark-content.ts";
import { headerFrom } from "../header-input.ts";
import { attachmentPaths } from "../question/attachment-paths.ts";
import type { Question } from "../question/question.ts";
import { questionId } from "../question/question-id.ts";
import { type DefaultsForm, formVersion } from "./benchmark-form.ts";
import { traitForms } from "./trait-form.ts";
import { scenarioForm } from "./write-scenario.ts";
import { templateForm } from "./write-template.ts";
import { yamlText } from "./yaml-text.ts";

/** The benchmark without its questions, as a file says it; what is as usual is left out. */
export function headerForm(content: Omit<BenchmarkContent, "warnings" | "questions">): JsonObject {
  const { name, id, creator, dateCreated, dateModified, customProperties, scenarios } = content;
  const usual = headerFrom({ name }, { now: () => 0, monotonic: () => 0, sleep: async () => undefined });
  const rubric = traitForms(content.globalRubric, "global", false);
  const dynamic = traitForms(content.globalDynamicRubric, "global", true);
  return {
    karenina: formVersion,
    name,
    ...(content.description === usual.description ? {} : { description: content.description }),
    ...(content.version === usual.version ? {} : { version: content.version }),
    ...(creator === usual.creator ? {} : { creator: personForm(creator) }),
    ...(id === undefined ? {} : { id }),
    created: dateCreated,
    ...(dateModified === dateCreated ? {} : { modified: dateModified }),
    ...(Object.keys(customProperties).length === 0 ? {} : { properties: customProperties }),
    ...(rubric.length === 0 ? {} : { rubric }),
    ...(dynamic.length === 0 ? {} : { dynamic_rubric: dynamic }),
    ...(scenarios.length === 0
      ? {}
      : { scenarios: scenarios.map((held) => scenarioForm(held, (one) => questionForm(one, dateCreated))) }),
  };
}

function personForm(creator: JsonValue | undefined): JsonValue {
  if (!isJsonObject(creator)) return creator ?? null;
  const { "@type": type, ...person } = creator;
  return type === "Person" ? person : creator;
}

/** A whole benchmark as a file says it. */
export function benchmarkForm(content: BenchmarkContent): JsonObject {
  const questions = content.questions.map((question) => questionForm(question, content.dateCreated));
  return {
    ...headerForm(content),
    ...(questions.length > 0 || content.scenarios.length === 0 ? { questions } : {}),
  };
}

/** A question as a file says it; what is as usual is left out, unless the file has other defaults. */
export function questionForm(question: Question, date: string, defaults: DefaultsForm = {}): JsonObject {
  const { id, keywords, fewShotExamples, answerNotes, author, sources, customMetadata, workspacePath } =
    question;
  const { messages, systemPrompt, attachments } = question;
  const template = templateForm(question.template, question.rawAnswer);
  const isUnchecked = !("check" in template) && !("fields" in template) && !("code" in template);
  const rubric = traitForms(question.rubric, "question", false);
  const dynamic = traitForms(question.dynamicRubric, "question", true);
  const { finished, dateCreated, dateModified } = question;
  return {
    question: question.question,
    ...(id === questionId(question.question) ? {} : { id }),
    ...template,
    ...(isUnchecked && defaults.check != null ? { check: null } : {}),
    ...(rubric.length === 0 ? {} : { rubric }),
    ...(dynamic.length === 0 ? {} : { dynamic_rubric: dynamic }),
    ...(keywords.length === 0 && defaults.keywords === undefined ? {} : { keywords }),
    ...(fewShotExamples.length === 0 ? {} : { few_shot: fewShotExamples.map((example) => ({ ...example })) }),
    ...(messages === undefined ? {} : { messages }),
    ...(systemPrompt === undefined ? {} : { system_prompt: systemPrompt }),
    ...(attachments === undefined ? {} : { attachments: attachmentPaths(question) }),
    ...(answerNotes === undefined ? {} : { answer_notes: answerNotes }),
    ...(author == null && defaults.author === undefined ? {} : { author: author ?? null }),
    ...(sources == null && defaults.sources === undefined ? {} : { sources: sources ?? null }),
    ...(Object.keys(customMetadata).length === 0 ? {} : { metadata: customMetadata }),
    ...(workspacePath === undefined ? {} : { workspace_path: workspacePath }),
    ...(finished && defaults.finished === undefined ? {} : { finished }),
    ...(dateCreated === date ? {} : { created: dateCreated }),
    ...(dateModified === dateCreated ? {} : { modified: dateModified }),
  };
}

/** A question in YAML, without dates, with a line break at its end. */
export function yamlQuestion(question: Question): string {
  const { created: _, modified: __, ...form } = questionForm(question, "");
  return `${yamlText(form)}\n`;
}
