import type { Question, QuestionContent } from "../question/question.ts";
import type { QuestionTemplate } from "../question/question-template.ts";
import { isEntries, type JsonEntries } from "./json/json-tree.ts";
import type { ItemNode, QuestionNode } from "./nodes.ts";
import { isPlaceholderTemplate } from "./placeholder-template.ts";
import { describeValue, type ProblemList, pathTo } from "./problem.ts";
import { readQuestionProperties } from "./question-properties.ts";
import { readRatings } from "./ratings/read-ratings.ts";

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
  const itemTree = tree.get("item");
  const path = pathTo(place.path, "item");
  const asRead: QuestionContent = {
    id: place.id,
    question: item.text,
    rawAnswer: item.acceptedAnswer.text,
    template: readTemplate(item.hasPart, pathTo(path, "hasPart"), place.warn),
    keywords: item.keywords ?? [],
    dateCreated: node.dateCreated,
    dateModified: node.dateModified,
    ...readRatings(isEntries(itemTree) ? itemTree.get("rating") : undefined, {
      scope: "question",
      pathOf: (index, inside) => pathTo(path, "rating", index) + inside,
      problems: place.problems,
      warn: place.warn,
    }),
    ...readQuestionProperties(
      item.additionalProperty ?? [],
      pathTo(path, "additionalProperty"),
      place.problems,
      place.warn,
    ),
  };
  return Object.freeze({ ...asRead, preserved: { tree, asRead } });
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
