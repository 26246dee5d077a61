import type { JsonObject } from "../../base/index.ts";
import type { Question, QuestionContent } from "../question/question.ts";
import type { QuestionTemplate } from "../question/question-template.ts";
import { noRubric, type StoredRubric } from "../stored-rubric.ts";
import { isEntries, type JsonEntries, type JsonTree, plainOf } from "./json/json-tree.ts";
import type { ItemNode, QuestionNode, RatingNode } from "./nodes.ts";
import { isPlaceholderTemplate } from "./placeholder-template.ts";
import { describeValue, type ProblemList, pathTo } from "./problem.ts";
import { readQuestionProperties } from "./question-properties.ts";
import { globalTraitTypes } from "./vocabulary.ts";

/** Where a question stands and where trouble with it goes. */
export interface QuestionPlace {
  readonly id: string;
  readonly path: string;
  readonly problems: ProblemList;
  readonly warn: (path: string, message: string) => void;
}

/** The question of an item that passed its check. */
export function readQuestion(node: ItemNode, tree: JsonEntries, place: QuestionPlace): Question {
  const { item } = node;
  const path = pathTo(place.path, "item");
  const asRead: QuestionContent = {
    id: place.id,
    question: item.text,
    rawAnswer: item.acceptedAnswer.text,
    template: readTemplate(item.hasPart, pathTo(path, "hasPart"), place.warn),
    keywords: item.keywords ?? [],
    dateCreated: node.dateCreated,
    dateModified: node.dateModified,
    rubric: readQuestionRubric(item, tree.get("item"), path, place.warn),
    ...readQuestionProperties(
      item.additionalProperty ?? [],
      pathTo(path, "additionalProperty"),
      place.problems,
      place.warn,
    ),
  };
  return Object.freeze({ ...asRead, preserved: { tree, asRead } });
}

/** The Rating nodes of a list that passed its check, whole. */
export function readRubric(ratings: JsonTree | undefined): StoredRubric {
  const nodes = ratings === undefined ? null : plainOf(ratings);
  if (!Array.isArray(nodes) || nodes.length === 0) return noRubric;
  // The check has seen that every member is an object.
  return { nodes: nodes as readonly JsonObject[] };
}

function readQuestionRubric(
  item: QuestionNode,
  tree: JsonTree | undefined,
  path: string,
  warn: (path: string, message: string) => void,
): StoredRubric {
  item.rating?.forEach((rating: RatingNode, index) => {
    if (!globalTraitTypes.includes(rating.additionalType)) return;
    const where = pathTo(path, "rating", index, "additionalType");
    warn(where, "expected a QuestionSpecific trait type, found a Global one; the trait is kept");
  });
  return readRubric(isEntries(tree) ? tree.get("rating") : undefined);
}

function readTemplate(
  code: QuestionNode["hasPart"],
  path: string,
  warn: (path: string, message: string) => void,
): QuestionTemplate | undefined {
  const { text, programmingLanguage: language } = code;
  if (text.trim() === "" || (language === "Python" && isPlaceholderTemplate(text))) return undefined;
  if (language === "Python" || language === "TypeScript")
    return { kind: "source", source: { text, language } };
  const found = describeValue(language);
  warn(
    pathTo(path, "programmingLanguage"),
    `expected "TypeScript" or "Python", found ${found}; the template is kept and cannot be run`,
  );
  return { kind: "unreadable", language, text };
}
