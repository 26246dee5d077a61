import { editEntries } from "../json/edit-entries.ts";
import { isEntries, type JsonEntries, type JsonTree } from "../json/json-tree.ts";
import type { PreservedQuestion, Question } from "../question/question.ts";
import { questionId } from "../question/question-id.ts";
import { writtenTemplate } from "../question/question-template.ts";
import { placeholderTemplate } from "./placeholder-template.ts";
import { editProperties } from "./property-list.ts";
import { questionPropertyEdits, questionPropertyRank } from "./question-properties.ts";
import { writeRatings } from "./ratings/write-ratings.ts";
import { keyOrder } from "./vocabulary.ts";

type Changes = Map<string, JsonTree | undefined>;

/** The item of a question: a new one, or the one it was read from with what has changed since. */
export function writeQuestion(question: Question): JsonTree {
  const origin = question.preserved;
  const changes: Changes = new Map();
  if (origin === undefined) {
    changes.set("@type", "DataFeedItem");
    changes.set("dateCreated", question.dateCreated);
  }
  if (needsId(question)) changes.set("@id", question.id);
  if (question.dateModified !== origin?.asRead.dateModified)
    changes.set("dateModified", question.dateModified);
  if (origin !== undefined && question.keywords !== origin.asRead.keywords)
    changes.set("keywords", undefined);
  changes.set("item", questionNode(question, childOf(origin?.tree, "item")));
  return editEntries(origin?.tree, keyOrder.item, changes);
}

/** A file may leave the id out as long as it can be derived from the question's text. */
function needsId({ preserved, ...question }: Question): boolean {
  if (preserved === undefined || question.id !== questionId(question.question)) return true;
  return typeof preserved.tree.get("@id") === "string";
}

function questionNode(question: Question, node: JsonEntries | undefined): JsonTree {
  const asRead = question.preserved?.asRead;
  const changes: Changes = new Map();
  if (node === undefined) changes.set("@type", "Question");
  if (question.question !== asRead?.question) changes.set("text", question.question);
  if (question.rawAnswer !== asRead?.rawAnswer)
    changes.set("acceptedAnswer", answerNode(question, childOf(node, "acceptedAnswer")));
  if (!isUnchanged(question, question.preserved))
    changes.set("hasPart", codeNode(question, childOf(node, "hasPart")));
  if (question.rubric !== asRead?.rubric || question.dynamicRubric !== asRead.dynamicRubric)
    changes.set("rating", writeRatings(question, "question", node?.get("rating")));
  const properties = node?.get("additionalProperty");
  changes.set(
    "additionalProperty",
    editProperties(properties, questionPropertyEdits(question, asRead), questionPropertyRank),
  );
  if (question.keywords !== asRead?.keywords)
    changes.set("keywords", question.keywords.length === 0 ? undefined : question.keywords);
  return editEntries(node, keyOrder.question, changes);
}

function answerNode(question: Question, node: JsonEntries | undefined): JsonTree {
  const changes: Changes = new Map([["text", question.rawAnswer]]);
  if (node === undefined) changes.set("@type", "Answer");
  return editEntries(node, keyOrder.answer, changes);
}

/** Source is kept byte for byte until the template changes; a placeholder follows its question's text. */
function codeNode(question: Question, node: JsonEntries | undefined): JsonTree {
  const { template } = question;
  const { text, language } =
    template === undefined
      ? { text: placeholderTemplate(question.question), language: "Python" }
      : writtenTemplate(template);
  const changes: Changes = new Map([
    ["text", text],
    ["programmingLanguage", language],
  ]);
  if (node === undefined) {
    changes.set("@type", "SoftwareSourceCode");
    changes.set("name", `${[...question.question].slice(0, 30).join("")}... Answer Template`);
  }
  return editEntries(node, keyOrder.code, changes);
}

function isUnchanged(question: Question, origin: PreservedQuestion | undefined): boolean {
  if (origin === undefined || question.template !== origin.asRead.template) return false;
  return question.template !== undefined || question.question === origin.asRead.question;
}

function childOf(node: JsonEntries | undefined, key: string): JsonEntries | undefined {
  const child = node?.get(key);
  return isEntries(child) ? child : undefined;
}
