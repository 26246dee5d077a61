import {
  costlyJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  KareninaError,
} from "../../base/index.ts";
import type { BenchmarkContent, CheckpointWarning } from "../benchmark-content.ts";
import { isEntries, isTreeList, type JsonEntries, plainOf } from "../json/json-tree.ts";
import { parseJson } from "../json/parse-json.ts";
import { checkNode } from "../problems/check-node.ts";
import { describeValue, ProblemList, pathTo } from "../problems/problem.ts";
import type { Question } from "../question/question.ts";
import { questionIds } from "../question/question-id.ts";
import { ItemNode, Person, type PropertyNode, RootNode } from "./nodes.ts";
import { moveGlobalTraits } from "./ratings/move-global-traits.ts";
import { readRatings } from "./ratings/read-ratings.ts";
import { readQuestion } from "./read-question.ts";
import { upgradeCheckpoint } from "./upgrade-checkpoint.ts";
import { formatMajor, reservedProperties } from "./vocabulary.ts";

/**
 * Reads the text of a checkpoint. Nothing in it is executed. `file` names it in messages.
 *
 * Throws {@link CheckpointError} (`invalid_input`) with all problems found, and `format_from_future`
 * for a file of a later format.
 */
export function readCheckpoint(text: string, file: string): BenchmarkContent {
  const upgraded = upgradeCheckpoint(rootOf(text, file));
  const plain = Object.fromEntries(
    [...upgraded].map(([key, tree]) => [
      key,
      key === "dataFeedElement" && isTreeList(tree) ? [] : plainOf(tree),
    ]),
  );
  refuseFuture(plain, file);
  const problems = new ProblemList();
  const warnings: CheckpointWarning[] = [];
  const node = checkNode(RootNode, plain, "$", problems);
  checkCreator(plain.creator, problems);
  const warn = (path: string, message: string) => void warnings.push({ questionId: null, path, message });
  const { root, pathOf } = moveGlobalTraits(upgraded, { problems, warn });
  const areRatings = RootNode.shape.rating.safeParse(plain.rating).success;
  const ratings = areRatings ? root.get("rating") : undefined;
  const { rubric, dynamicRubric } = readRatings(ratings, { scope: "global", pathOf, problems, warn });
  const questions = readQuestions(root, problems, warnings);
  if (questions.length > 0 && (node?.hasPart ?? []).length > 0) {
    problems.add("$.hasPart", "expected a benchmark of questions or of scenarios, found both");
  }
  problems.throwIfAny(file);
  if (node === undefined) throw new KareninaError("invalid_input", `${file} is not a valid checkpoint`);
  const content = {
    id: node["@id"] ?? undefined,
    name: node.name,
    description: node.description ?? "",
    version: node.version ?? "0.1.0",
    creator: node.creator ?? undefined,
    dateCreated: node.dateCreated,
    dateModified: node.dateModified,
    customProperties: customProperties(node.additionalProperty ?? []),
    globalRubric: rubric,
    globalDynamicRubric: dynamicRubric,
    scenarios: node.hasPart ?? [],
  };
  return { ...content, questions, warnings, preserved: { tree: root, asRead: content } };
}

function rootOf(text: string, file: string): JsonEntries {
  const costly = costlyJson(text);
  if (costly !== undefined) throw new KareninaError("file_unreadable", `${file}: ${costly}.`);
  const reading = parseJson(text);
  if ("fault" in reading) {
    const { message, line, column } = reading.fault;
    throw new KareninaError(
      "invalid_input",
      `${file} is not valid JSON: line ${line}, column ${column}: ${message}`,
    );
  }
  if (isEntries(reading.tree)) return reading.tree;
  const found = describeValue(isTreeList(reading.tree) ? [] : plainOf(reading.tree));
  throw new KareninaError(
    "invalid_input",
    `${file} is not a checkpoint: $: expected an object, found ${found}`,
  );
}

function readQuestions(
  root: JsonEntries,
  problems: ProblemList,
  warnings: CheckpointWarning[],
): readonly Question[] {
  const items = root.get("dataFeedElement");
  if (!isTreeList(items)) return [];
  const checked = items.map((tree, index) => ({
    tree,
    path: pathTo("$.dataFeedElement", index),
    node: checkNode(ItemNode, plainOf(tree), pathTo("$.dataFeedElement", index), problems),
  }));
  const places = new Map<string, string>();
  for (const { node, path } of checked) {
    const id = node?.["@id"];
    if (typeof id !== "string") continue;
    const earlier = places.get(id);
    if (earlier === undefined) places.set(id, path);
    else
      problems.add(
        pathTo(path, "@id"),
        `expected an id of its own, found ${describeValue(id)}, which ${earlier} has, too`,
      );
  }
  const idOf = questionIds((id) => places.has(id));
  return checked.flatMap(({ node, tree, path }) => {
    if (node === undefined || !isEntries(tree)) return [];
    const id = node["@id"] ?? idOf(node.item.text);
    places.set(id, path);
    const warn = (where: string, message: string) =>
      void warnings.push({ questionId: id, path: where, message });
    return [readQuestion(node, tree, { id, path, problems, warn })];
  });
}

function checkCreator(creator: JsonValue | undefined, problems: ProblemList): void {
  if (isJsonObject(creator)) checkNode(Person, creator, "$.creator", problems);
  else if (creator !== undefined && creator !== null && typeof creator !== "string") {
    problems.add("$.creator", `expected text or a Person, found ${describeValue(creator)}`);
  }
}

function refuseFuture(root: JsonObject, file: string): void {
  const properties = Array.isArray(root.additionalProperty) ? root.additionalProperty : [];
  const version: unknown = properties.findLast(
    (node: JsonValue) => isJsonObject(node) && node.name === "benchmark_format_version",
  )?.value;
  const major = Number(/^\d+/.exec(String(version))?.[0] ?? 0);
  if (major <= formatMajor) return;
  throw new KareninaError(
    "format_from_future",
    `${file} has benchmark format ${String(version).slice(0, 60)}; this version reads up to ${formatMajor}`,
    { hint: "Install a newer version of karenina to open it." },
  );
}

function customProperties(nodes: readonly PropertyNode[]): JsonObject {
  const custom = nodes.filter(({ name }) => !reservedProperties.includes(name));
  return Object.freeze(Object.fromEntries(custom.map(({ name, value }) => [name, value ?? null])));
}
