import { askNearest, describeValue, KareninaError } from "../../base/index.ts";
import { demandProfile, demandScale, type Question } from "../../benchmark/index.ts";
import type { VerificationResult } from "../../result/index.ts";
import { lengthBand } from "./length-bands.ts";

/** What results do not hold of their questions: take it from the benchmark. */
export type QuestionFacts = Pick<Question, "id" | "author" | "customMetadata">;

/**
 * By what results are put together: a keyword, the author, the length of the question's text, a custom property of
 * the question, its level on a scale of ADeLe, or the prompt of the run. Author and properties are known only where the questions are given.
 */
export type Grouping = QuestionGrouping | "prompt";

/** The same as far as it is about the question. */
export type QuestionGrouping = "keyword" | "author" | "length" | `property:${string}` | `adele:${string}`;

/**
 * What makes trials depend on one another: the question, one of its groups, or whatever a function says of a result.
 * Questions of several keywords go with those of the same keywords; a question without a group stands for itself.
 */
export type ClusterBy = "question" | QuestionGrouping | ((result: VerificationResult) => string);

/** What a result says of its question. */
type GroupedQuestion = Pick<
  VerificationResult["metadata"],
  "questionId" | "questionText" | "keywords" | "promptId"
>;

/** Reads groups off results. */
export interface Grouper {
  /** The groups of a result, without doubles; several for keywords, none where nothing is known. */
  groupsOf(question: GroupedQuestion, by: Grouping): readonly string[];
  /** The cluster of a result. */
  clusterOf(result: VerificationResult, by: ClusterBy): string;
}

const questionGroupings = ["keyword", "author", "length", "property:NAME", "adele:SCALE"];

/** Refuses a cluster that is none with `invalid_input`: programs without types may give anything. */
export function checkCluster(given: unknown): void {
  if (typeof given !== "function") checkKnown("cluster", given, ["question", ...questionGroupings]);
}

/** The same of what results are broken down by. */
export function checkBreakdowns(given: readonly unknown[]): void {
  for (const one of given) checkKnown("breakdowns", one, [...questionGroupings, "prompt"]);
}

const property = "property:";
const adele = "adele:";

/** Refuses a word that an option does not know, with `invalid_input`. */
export function checkKnown(option: string, given: unknown, known: readonly string[]): void {
  const word = typeof given === "string" ? given : "";
  if (known.includes(word)) return;
  if (known.includes(`${property}NAME`) && word.startsWith(property) && word !== property) return;
  if (known.includes(`${adele}SCALE`) && word.startsWith(adele) && demandScale(word.slice(adele.length)))
    return;
  throw new KareninaError(
    "invalid_input",
    `Expected \`${option}\` to be one of ${known.join(", ")}; found ${describeValue(given)}${askNearest(word, known) || "."}`,
  );
}

/** Reads groups with what is known of the questions. */
export function createGrouper(questions: Iterable<QuestionFacts> = []): Grouper {
  const facts = new Map([...questions].map((question) => [question.id, question]));

  const groupsOf: Grouper["groupsOf"] = ({ questionId, questionText, keywords, promptId }, by) => {
    if (by === "prompt") return promptId === undefined ? [] : [promptId];
    if (by === "keyword") return [...new Set(keywords ?? [])];
    if (by === "length") return [lengthBand(questionText)];
    const question = facts.get(questionId);
    if (question === undefined) return [];
    if (by === "author") return textsOf(question.author);
    if (by.startsWith(adele)) return levelOf(question, by.slice(adele.length));
    const name = by.slice(property.length);
    return Object.hasOwn(question.customMetadata, name) ? textsOf(question.customMetadata[name]) : [];
  };

  return {
    groupsOf,
    clusterOf(result, by) {
      const { questionId } = result.metadata;
      if (by === "question") return questionId;
      if (typeof by === "function") return by(result);
      const groups = groupsOf(result.metadata, by);
      return JSON.stringify(groups.length === 0 ? { questionId } : groups.toSorted());
    },
  };
}

/** `3 intermediate`; nothing where nobody said. */
function levelOf(question: QuestionFacts, scale: string): readonly string[] {
  const name = demandScale(scale)?.name;
  const demand = demandProfile(question)?.demands.find((one) => one.scale === name);
  return demand === undefined ? [] : [`${demand.level} ${demand.label.replaceAll("_", " ")}`];
}

/** A value of a question as texts: each of a list, the `name` of an object that has one, anything else as JSON. */
function textsOf(value: unknown): readonly string[] {
  if (value === undefined || value === null || value === "") return [];
  if (Array.isArray(value)) return [...new Set(value.flatMap(textsOf))];
  if (typeof value === "string") return [value];
  if (typeof value === "object" && "name" in value && typeof value.name === "string") return [value.name];
  return [JSON.stringify(value)];
}
