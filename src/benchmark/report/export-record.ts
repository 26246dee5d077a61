import type { JsonObject, JsonValue } from "../../base/index.ts";
import type { BenchmarkContent } from "../benchmark-content.ts";
import { heldNode } from "../checkpoint/scenario/held-node.ts";
import { conversationJson } from "../question/conversation.ts";
import type { Question } from "../question/question.ts";
import { templateIdOf, writtenTemplate } from "../question/question-template.ts";
import { rubricRecord } from "../rubrics/rubric-record.ts";
import { statisticsOf } from "./benchmark-summary.ts";

/** The benchmark as one JSON object with snake_case keys, for other programs. Not a checkpoint: it cannot be loaded again. */
export function benchmarkRecord(content: BenchmarkContent): JsonObject {
  const statistics = statisticsOf(content);
  return {
    metadata: {
      name: content.name,
      description: content.description,
      version: content.version,
      creator: content.creator ?? null,
      created_at: content.dateCreated,
      modified_at: content.dateModified,
      custom_properties: content.customProperties,
    },
    statistics: {
      question_count: statistics.questionCount,
      finished_count: statistics.finishedCount,
      has_template_count: statistics.hasTemplateCount,
      has_rubric_count: statistics.hasRubricCount,
      progress_percentage: statistics.progressPercentage,
      is_complete: statistics.isComplete,
      trait_counts: statistics.traitCounts,
    },
    questions: content.questions.map(questionRecord),
    global_rubric: rubricRecord(content.globalRubric),
    global_dynamic_rubric: rubricRecord(content.globalDynamicRubric),
    scenarios: content.scenarios.map(heldNode),
  };
}

function questionRecord(question: Question): JsonObject {
  const template = question.template && writtenTemplate(question.template);
  return {
    id: question.id,
    question: question.question,
    raw_answer: question.rawAnswer,
    answer_template: template?.text ?? null,
    template_language: template?.language ?? null,
    template_id: templateIdOf(question),
    date_created: question.dateCreated,
    date_modified: question.dateModified,
    finished: question.finished,
    author: question.author ?? null,
    sources: question.sources ?? null,
    custom_metadata: question.customMetadata,
    keywords: question.keywords,
    few_shot_examples: question.fewShotExamples.map((example): JsonValue => ({ ...example })),
    ...(conversationJson(question) ?? { system_prompt: null, messages: [], attachments: [] }),
    answer_notes: question.answerNotes ?? null,
    workspace_path: question.workspacePath ?? null,
    question_rubric: rubricRecord(question.rubric),
    question_dynamic_rubric: rubricRecord(question.dynamicRubric),
  };
}
