import { ownEntry } from "../../base/index.ts";
import type { BenchmarkContent, BenchmarkHeader } from "../benchmark-content.ts";
import { editEntries } from "../json/edit-entries.ts";
import { isEntries, isTreeList, type JsonTree, treeOf } from "../json/json-tree.ts";
import { writeJson } from "../json/write-json.ts";
import type { Question } from "../question/question.ts";
import { globalRubrics } from "../rubrics/rubrics.ts";
import { sameJson } from "../same-json.ts";
import { editProperties, type PropertyEdit } from "./property-list.ts";
import { writeRatings } from "./ratings/write-ratings.ts";
import { scenarioNode } from "./scenario/write-scenario.ts";
import { checkpointContext, formatVersion, keyOrder } from "./vocabulary.ts";
import { writeQuestion } from "./write-question.ts";

/** The text of a checkpoint: 2 spaces of indent, keys in the format's order, everything of an opened file kept in place. */
export function writeCheckpoint(content: BenchmarkContent): string {
  const tree = content.preserved?.tree;
  const asRead = content.preserved?.asRead;
  const changes = new Map<string, JsonTree | undefined>();
  if (tree === undefined) {
    changes.set("@context", treeOf(checkpointContext));
    changes.set("@type", "DataFeed");
    changes.set("@id", content.id);
    changes.set("dateCreated", content.dateCreated);
  }
  for (const key of ["name", "description", "version", "dateModified"] as const) {
    if (content[key] !== asRead?.[key]) changes.set(key, content[key]);
  }
  if (!sameJson(content.creator, asRead?.creator)) {
    changes.set("creator", content.creator === undefined ? undefined : treeOf(content.creator));
  }
  if (content.scenarios !== (asRead?.scenarios ?? [])) changes.set("hasPart", writeScenarios(content));
  if (!rubricKeys.every((key) => content[key] === asRead?.[key])) {
    changes.set("rating", writeRatings(globalRubrics(content), "global", tree?.get("rating")));
  }
  changes.set("dataFeedElement", writeItems(content));
  changes.set(
    "additionalProperty",
    editProperties(tree?.get("additionalProperty"), propertyEdits(content, asRead), () => 0),
  );
  return writeJson(editEntries(tree, keyOrder.root, changes));
}

/** The questions, among them the items of the file that are none, each after what stood before it. */
function writeItems({ questions, preserved }: BenchmarkContent): readonly JsonTree[] {
  const list = preserved?.tree.get("dataFeedElement");
  if (preserved === undefined || preserved.strangers.size === 0 || !isTreeList(list))
    return questions.map(writeQuestion);
  const known = new Map<JsonTree, Question>(
    questions.flatMap((question) => (question.preserved ? [[question.preserved.tree, question]] : [])),
  );
  const there = list.flatMap((tree, place): readonly JsonTree[] => {
    const question = known.get(tree);
    if (preserved.strangers.has(place)) return [tree];
    return question === undefined ? [] : [writeQuestion(question)];
  });
  const written = new Set(list);
  const added = questions.filter(({ preserved: own }) => own === undefined || !written.has(own.tree));
  return [...there, ...added.map(writeQuestion)];
}

/** The scenarios, those of the file as they were; what is none stays where it is. Undefined: there is nothing to write. */
function writeScenarios({ scenarios, preserved }: BenchmarkContent): JsonTree | undefined {
  const list = preserved?.tree.get("hasPart");
  const known = new Set<JsonTree>(scenarios.flatMap(({ tree }) => tree ?? []));
  const there = (isTreeList(list) ? list : []).filter((tree) => !isEntries(tree) || known.has(tree));
  const written = new Set(there);
  const added = scenarios.filter(({ tree }) => tree === undefined || !written.has(tree));
  const all = [...there, ...added.map((held) => held.tree ?? treeOf(scenarioNode(held.definition)))];
  return all.length === 0 ? undefined : all;
}

/** What the Python system asks of a file of scenarios alone; it knows none that holds questions beside them. */
function typeOf(scenarios: BenchmarkHeader["scenarios"], hasQuestions: boolean): "scenario" | undefined {
  return scenarios.length > 0 && !hasQuestions ? "scenario" : undefined;
}

const rubricKeys = ["globalRubric", "globalDynamicRubric"] as const;

function propertyEdits(
  content: BenchmarkContent,
  asRead: BenchmarkHeader | undefined,
): readonly PropertyEdit[] {
  const edits: PropertyEdit[] = [];
  if (asRead === undefined) edits.push({ name: "benchmark_format_version", value: formatVersion });
  const items = content.preserved?.tree.get("dataFeedElement");
  const hadItems = isTreeList(items) && items.length > 0;
  const type = typeOf(content.scenarios, content.questions.length > 0);
  if (type !== typeOf(asRead?.scenarios ?? [], hadItems)) edits.push({ name: "benchmark_type", value: type });
  const before = asRead?.customProperties ?? {};
  for (const name of new Set([...Object.keys(content.customProperties), ...Object.keys(before)])) {
    const value = ownEntry(content.customProperties, name);
    if (!sameJson(value, ownEntry(before, name))) edits.push({ name, value });
  }
  return edits;
}
