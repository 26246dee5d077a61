import { isJsonObject, type JsonObject, type JsonValue, KareninaError } from "../../base/index.ts";
import type { BenchmarkContent, CheckpointWarning } from "../benchmark-content.ts";
import { isEntries, isTreeList, type JsonEntries, plainOf } from "../json/json-tree.ts";
import { checkNode } from "../problems/check-node.ts";
import { describeValue, ProblemList, pathTo } from "../problems/problem.ts";
import type { Question } from "../question/question.ts";
import { questionIds } from "../question/question-id.ts";
import type { Warn } from "./conversation-properties.ts";
import {
  CheckpointNode,
  ItemNode,
  Person,
  type PropertyNodes,
  RootNode,
  UsableItem,
  UsableRoot,
} from "./nodes.ts";
import { moveGlobalTraits } from "./ratings/move-global-traits.ts";
import { readRatings } from "./ratings/read-ratings.ts";
import { readQuestion } from "./read-question.ts";
import {
  type ReadItem,
  readAnyRoot,
  readPlainRoot,
  refuseCostly,
  whenAsked,
  wholeRoot,
} from "./read-root.ts";
import { readScenario } from "./scenario/read-scenario.ts";
import { formatMajor, reservedProperties } from "./vocabulary.ts";

/**
 * Reads the text of a checkpoint. Nothing in it is executed. `file` names it in messages.
 *
 * What is not as it should be is a warning that names its place, kept in the file and not used. Throws
 * {@link CheckpointError} (`invalid_input`) only for what is no checkpoint, and `format_from_future` for a file of a
 * later format.
 *
 * @param isReadOnly it will not be written again: nothing is kept that only writing needs, a third of the memory. Default false
 */
export function readCheckpoint(text: string, file: string, isReadOnly = false): BenchmarkContent {
  refuseCostly(text, file);
  const plain = readPlainRoot(text);
  const content = plain && readContent(plain.root, plain.items, file, isReadOnly);
  if (content !== undefined) return content;
  const { root, items } = readAnyRoot(text, file);
  const read = readContent(root, items, file, isReadOnly);
  if (read === undefined) throw new TypeError("a tree has all items");
  return read;
}

/** Undefined where an item is. */
function readContent(
  upgraded: JsonEntries,
  given: Iterable<ReadItem | undefined>,
  file: string,
  isReadOnly: boolean,
): BenchmarkContent | undefined {
  const plain = Object.fromEntries([...upgraded].map(([key, tree]) => [key, plainOf(tree)]));
  refuseFuture(plain, file);
  const problems = new ProblemList();
  const warnings: CheckpointWarning[] = [];
  const checkpoint = checkNode(CheckpointNode, plain, "$", problems);
  problems.throwIfAny(file);
  if (checkpoint === undefined) throw new KareninaError("invalid_input", `${file} is not a valid checkpoint`);
  const warn = warner(warnings, null);
  checkNode(RootNode, plain, "$", { add: (path, message) => keep(warn, path, message) });
  const node = UsableRoot.parse(plain);
  const { root, pathOf } = moveGlobalTraits(upgraded, { warn });
  const { rubric, dynamicRubric } = readRatings(root.get("rating"), {
    scope: "global",
    path: "$.rating",
    pathOf,
    warn,
  });
  // all of them are needed at once only for writing, and where ids have to be told apart
  const kept = isReadOnly ? undefined : allOf(given);
  const ofDistinct = readDistinct(kept ?? given, warnings, isReadOnly);
  const items = kept ?? (ofDistinct === undefined ? allOf(given) : []);
  if (items === undefined) return undefined;
  const { questions, strangers } = ofDistinct ?? readItems(items, warnings, isReadOnly);
  const parts = root.get("hasPart");
  const scenarios = (isTreeList(parts) ? parts : []).filter(isEntries).map(readScenario);
  const content = {
    id: node["@id"] ?? undefined,
    name: checkpoint.name,
    description: node.description ?? "",
    version: node.version ?? "0.1.0",
    creator: readCreator(plain.creator),
    dateCreated: node.dateCreated,
    dateModified: node.dateModified,
    customProperties: customProperties(node.additionalProperty ?? []),
    globalRubric: rubric,
    globalDynamicRubric: dynamicRubric,
    scenarios,
  };
  const tree = isReadOnly ? () => new Map() : whenAsked(() => wholeRoot(root, items));
  const preserved = {
    get tree() {
      return tree();
    },
    asRead: content,
    strangers,
  };
  return { ...content, questions, warnings, isReadOnly, preserved };
}

function warner(warnings: CheckpointWarning[], questionId: string | null): Warn {
  return (path, message, inFileOnly) =>
    void warnings.push({ questionId, path, message, ...(inFileOnly === true && { inFileOnly }) });
}

/** Says that a place is not as it should be: nothing in the file is changed. */
function keep(warn: Warn, path: string, message: string): void {
  const isNothing = message.endsWith("found nothing") && !unusedWithout.test(path);
  warn(path, isNothing ? message : `${message}; kept, not used`, !isNothing);
}

/** Parts without which nothing is read of what they belong to. */
const unusedWithout = /\.(additionalProperty\[\d+\]\.name|hasPart\.text)$/;

/** Text or a Person; nothing for what is neither. */
function readCreator(creator: JsonValue | undefined): JsonValue | undefined {
  if (typeof creator === "string") return creator;
  return isJsonObject(creator) && Person.safeParse(creator).success ? creator : undefined;
}

/** The items of a checkpoint: its questions, and the places of those that are kept though they are none. */
interface ReadItems {
  readonly questions: readonly Question[];
  readonly strangers: ReadonlySet<number>;
}

function allOf(given: Iterable<ReadItem | undefined>): readonly ReadItem[] | undefined {
  const items: ReadItem[] = [];
  for (const item of given) {
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

/** What {@link readItems} makes of items that are all questions with ids of their own, one after the other; undefined for others. */
function readDistinct(
  items: Iterable<ReadItem | undefined>,
  warnings: CheckpointWarning[],
  isReadOnly: boolean,
): ReadItems | undefined {
  const questions: Question[] = [];
  const taken = new Set<string>();
  const found: CheckpointWarning[] = [];
  for (const item of items) {
    const path = pathTo("$.dataFeedElement", questions.length);
    const { node, faults } = item === undefined ? { faults: [] } : checkItem(item.plain, path);
    const id = node?.["@id"] ?? undefined;
    if (item === undefined || node === undefined || id === undefined || taken.has(id)) return undefined;
    taken.add(id);
    const warn = warner(found, id);
    for (const { where, message } of faults) keep(warn, where, message);
    questions.push(readQuestion(node, item, { id, path, isReadOnly, warn }));
  }
  warnings.push(...found);
  return { questions, strangers: new Set() };
}

function readItems(
  items: readonly ReadItem[],
  warnings: CheckpointWarning[],
  isReadOnly: boolean,
): ReadItems {
  const checked = items.map((item, place) => {
    const path = pathTo("$.dataFeedElement", place);
    return { item, place, path, ...checkItem(item.plain, path) };
  });
  const placesOf = Map.groupBy(checked, ({ node }) => node?.["@id"] ?? undefined);
  const taken = new Set(placesOf.keys());
  const idOf = questionIds((id) => taken.has(id));
  const strangers = new Set<number>();
  const questions = checked.flatMap(({ node, item, path, place, faults }) => {
    const same = placesOf.get(node?.["@id"] ?? undefined) ?? [];
    const id = node === undefined ? null : (node["@id"] ?? idOf(node.item.text));
    const warn = warner(warnings, id);
    for (const { where, message } of faults) keep(warn, where, message);
    if (node === undefined || id === null) {
      strangers.add(place);
      return [];
    }
    taken.add(id);
    const others = node["@id"] === id ? same.filter((one) => one.place !== place) : [];
    if (others.length === 0) return [readQuestion(node, item, { id, path, isReadOnly, warn })];
    const message = `expected an id of its own, found ${describeValue(id)}, which ${others.map((one) => one.path).join(", ")} has, too`;
    warn(pathTo(path, "@id"), message);
    if (others.some((one) => one.place < place)) {
      strangers.add(place);
      return [];
    }
    const unusable = { field: "id" as const, reason: message };
    return [readQuestion(node, item, { id, path, unusable, isReadOnly, warn })];
  });
  return { questions, strangers };
}

/** What can be used of an item, none of it where there is no question, and what is wrong with it. */
function checkItem(plain: JsonValue, path: string) {
  const faults: { readonly where: string; readonly message: string }[] = [];
  const problems = { add: (where: string, message: string) => void faults.push({ where, message }) };
  const node = checkNode(ItemNode, plain, path, problems) ?? UsableItem.safeParse(plain).data;
  return { node, faults };
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

function customProperties(nodes: PropertyNodes): JsonObject {
  const custom = nodes.flatMap((node) =>
    node === null || reservedProperties.includes(node.name) ? [] : node,
  );
  return Object.freeze(Object.fromEntries(custom.map(({ name, value }) => [name, value ?? null])));
}
