import type { JsonEntries } from "../json/json-tree.ts";
import { describeValue, pathTo } from "../problems/problem.ts";
import type { Question, QuestionContent } from "../question/question.ts";
import type { QuestionTemplate } from "../question/question-template.ts";
import { carriedTemplate } from "./carried-template.ts";
import type { Warn } from "./conversation-properties.ts";
import type { UsableItem } from "./nodes.ts";
import { isPlaceholderTemplate } from "./placeholder-template.ts";
import { readCustomMetadata, readQuestionProperties } from "./question-properties.ts";
import { readRatings } from "./ratings/read-ratings.ts";
import type { ReadItem } from "./read-root.ts";

/** Where a question stands and where trouble with it goes. */
interface QuestionPlace {
  readonly id: string;
  readonly path: string;
  /** Why the question as a whole cannot be evaluated. */
  readonly unusable?: Question["unusable"];
  /** The item is not kept: the question will not be written again. */
  readonly isReadOnly: boolean;
  readonly warn: Warn;
}

/** The question of an item that has one. */
export function readQuestion(node: UsableItem, { tree, ratings }: ReadItem, place: QuestionPlace): Question {
  const { item } = node;
  const path = pathTo(place.path, "item");
  const properties = item.additionalProperty ?? [];
  const metadata = readCustomMetadata(properties);
  const { carried, others } = carriedTemplate(metadata);
  const standsIn = item.hasPart !== null && isPlaceholder(item.hasPart) && carried !== undefined;
  const code = standsIn ? { text: carried.text, programmingLanguage: carried.language } : item.hasPart;
  const asRead: QuestionContent = {
    id: place.id,
    question: item.text,
    rawAnswer: item.acceptedAnswer.text,
    template: readTemplate(code, pathTo(path, "hasPart"), place.warn),
    keywords: item.keywords ?? [],
    dateCreated: node.dateCreated,
    dateModified: node.dateModified,
    ...readRatings(ratings, {
      scope: "question",
      path: pathTo(path, "rating"),
      pathOf: (index, inside) => pathTo(path, "rating", index) + inside,
      warn: place.warn,
    }),
    ...withObstacle(
      readQuestionProperties(properties, pathTo(path, "additionalProperty"), place.warn),
      place.unusable,
    ),
    customMetadata: standsIn ? others : metadata,
  };
  if (place.isReadOnly) return Object.freeze(asRead);
  const preserved = {
    get tree() {
      return tree() as JsonEntries; // of an item that has a question
    },
    asRead,
  };
  return Object.freeze({ ...asRead, preserved });
}

/** An obstacle that was known before counts. */
function withObstacle<Properties extends Pick<Question, "unusable">>(
  properties: Properties,
  unusable: Question["unusable"],
): Properties {
  return unusable === undefined ? properties : { ...properties, unusable };
}

type Code = NonNullable<UsableItem["item"]["hasPart"]>;

function isPlaceholder({ text, programmingLanguage: language }: Code): boolean {
  return text.trim() === "" || (language === "Python" && isPlaceholderTemplate(text));
}

function readTemplate(code: Code | null, path: string, warn: Warn): QuestionTemplate | undefined {
  if (code === null) {
    const reason = `Expected the template as a text in ${path}.`;
    return { kind: "unreadable", language: "unknown", text: "", reason };
  }
  const { text, programmingLanguage: language } = code;
  if (text.trim() === "")
    warn(pathTo(path, "text"), "expected a template, found empty text; the question is read without one");
  if (isPlaceholder(code)) return undefined;
  if (language === "Python" || language === "TypeScript")
    return { kind: "source", source: { text, language } };
  const found = describeValue(language);
  warn(
    pathTo(path, "programmingLanguage"),
    `expected "TypeScript" or "Python", found ${found}; the template is kept and cannot be run`,
  );
  return { kind: "unreadable", language, text };
}
