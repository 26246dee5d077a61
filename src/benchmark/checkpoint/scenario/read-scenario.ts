import * as z from "zod";
import { isJsonObject, issueLines, type JsonObject, type JsonValue } from "../../../base/index.ts";
import {
  CodeForm,
  edgePlace,
  HandoverForm,
  type ModelOverride,
  nodePlace,
  type OutcomeCriterion,
  OutcomeForm,
  type ScenarioEdge,
  type ScenarioNode,
  SimulatedUserForm,
  type SourceCode,
  StateCheckForm,
  type Tell,
  ToolFilterForm,
  toldProblems,
} from "../../../scenario/index.ts";
import { isEntries, isTreeList, type JsonEntries, type JsonTree, plainOf } from "../../json/json-tree.ts";
import type { Question } from "../../question/question.ts";
import type { HeldScenario } from "../../scenarios/held-scenario.ts";
import { frozenScenario } from "../../scenarios/make-definition.ts";
import { readQuestionData } from "./question-data.ts";

/**
 * The scenario of a node of a checkpoint, whatever state it is in: what cannot be used is a problem that names its place, and
 * stays in the file. Code in it is kept as text.
 */
export function readScenario(tree: JsonEntries): HeldScenario {
  const { problems, tell } = toldProblems();
  const value = (key: string) => plain(tree.get(key));
  const text = (key: string) => {
    const found = value(key) ?? "";
    if (typeof found !== "string") tell("", `${key}: expected text`);
    return typeof found === "string" ? found : "";
  };
  const nodes = tree.get("nodes");
  if (!isEntries(nodes)) tell("", "expected nodes: an object with a node for each id");
  const limit = z.int().min(1).nullish().safeParse(value("turnLimit"));
  if (!limit.success) tell("", "turnLimit: expected a whole number of at least 1");
  const metadata = value("metadata") ?? {};
  return {
    tree,
    problems,
    definition: frozenScenario({
      name: text("name"),
      description: text("description"),
      entryNode: text("entryNode"),
      nodes: (isEntries(nodes) ? [...nodes] : []).flatMap(([id, node]) => readNode(id, plain(node), tell)),
      edges: listOf(tree.get("edges")).map((edge, at) => readEdge(edge, at, tell)),
      outcomes: listOf(tree.get("outcomeCriteria")).map((one, at) => readCriterion(one, at, tell)),
      ...(limit.data != null && { turnLimit: limit.data }),
      metadata: isJsonObject(metadata) ? metadata : {},
    }),
  };
}

function plain(tree: JsonTree | undefined): JsonValue | undefined {
  return tree === undefined ? undefined : plainOf(tree);
}

function listOf(tree: JsonTree | undefined): readonly JsonObject[] {
  return (isTreeList(tree) ? tree : []).map(plainOf).map((value) => (isJsonObject(value) ? value : {}));
}

function readNode(id: string, node: JsonValue | undefined, tell: Tell): readonly ScenarioNode<Question>[] {
  const place = nodePlace(id);
  if (!isJsonObject(node)) {
    tell(place, "expected an object");
    return [];
  }
  const part = partReader(node, (message) => tell(place, message));
  const user = part(SimulatedUserForm, "user");
  const models = modelsOf(node.modelOverride ?? undefined, (message) => tell(place, message, "warning"));
  const toolFilter = part(ToolFilterForm, "toolFilter");
  const stateUpdate = codeOf(part, "stateUpdate");
  const agentIdentity = part(z.string(), "agentIdentity");
  return [
    {
      id,
      question: readQuestionData(node, (message) => tell(place, message)),
      ...(user !== undefined && { user }),
      ...(models !== undefined && { models }),
      ...(toolFilter !== undefined && { toolFilter }),
      ...(agentIdentity !== undefined && { agentIdentity }),
      ...(stateUpdate !== undefined && { stateUpdate }),
      metadata: isJsonObject(node.metadata) ? node.metadata : {},
    },
  ];
}

/** A file may name a configured model, and no more. */
function modelsOf(
  override: JsonValue | undefined,
  tell: (message: string) => void,
): ModelOverride | undefined {
  if (!isJsonObject(override)) return undefined;
  const named = (role: string, key: string): string | undefined => {
    const model = override[key];
    if (typeof model === "string" && model !== "") return model;
    if (!isJsonObject(model)) return undefined;
    const { id } = model;
    const others = Object.entries(model).filter(([name, value]) => name !== "id" && !isNothing(value));
    const kept = others.map(([name]) => name).join(", ");
    if (others.length > 0)
      tell(
        `its own ${role} model: only its id is used, and names a configured model; kept, not honoured: ${kept}`,
      );
    if (typeof id === "string" && id !== "") return id;
    tell(`its own ${role} model has no id, by which a configured model could be found; the run's is used`);
    return undefined;
  };
  const answering = named("answering", "answering_model");
  const parsing = named("parsing", "parsing_model");
  if (answering === undefined && parsing === undefined) return undefined;
  return { ...(answering !== undefined && { answering }), ...(parsing !== undefined && { parsing }) };
}

function isNothing(value: JsonValue): boolean {
  return value === null || (typeof value === "object" && Object.values(value).every(isNothing));
}

function readEdge(edge: JsonObject, at: number, tell: Tell): ScenarioEdge {
  const source = typeof edge.source === "string" ? edge.source : "";
  const target = typeof edge.target === "string" ? edge.target : "";
  const unusable: string[] = [];
  const part = partReader(edge, (message) => void unusable.push(message));
  const condition = part(z.union([StateCheckForm, z.array(StateCheckForm)]), "condition");
  const decide = codeOf(part, "condition");
  // an edge can be taken without its handover
  const other = partReader(edge, (message) => tell(edgePlace(at, { source, target }), message));
  const handover = other(HandoverForm, "handover") ?? other(CodeForm, "handoverCode");
  return {
    source,
    target,
    when: condition === undefined ? [] : [condition].flat(),
    ...(decide !== undefined && { decide }),
    ...(unusable.length > 0 && { unusable: unusable.join("; ") }),
    ...(handover !== undefined && { handover }),
  };
}

function readCriterion(criterion: JsonObject, at: number, tell: Tell): OutcomeCriterion {
  const { name, description } = criterion;
  const unusable: string[] = [];
  const part = partReader(criterion, (message) => void unusable.push(message));
  if (typeof name !== "string") tell(`outcome ${at + 1}`, "expected a name");
  const check = part(OutcomeForm, "check");
  const evaluate = codeOf(part, "evaluate");
  return {
    name: typeof name === "string" ? name : "",
    description: typeof description === "string" ? description : "",
    ...(check !== undefined && { check }),
    ...(evaluate !== undefined && { evaluate }),
    ...(unusable.length > 0 && { unusable: unusable.join("; ") }),
  };
}

/** Reads what stands at a key; undefined for what is absent or null, and for what cannot be read, which is told. */
function partReader(record: JsonObject, tell: (message: string) => void) {
  return <Value>(schema: z.ZodType<Value>, key: string): Value | undefined => {
    const value = record[key] ?? undefined;
    if (value === undefined) return undefined;
    const read = schema.safeParse(value, { reportInput: true });
    if (!read.success) tell(`${key}: ${issueLines(read.error.issues).join("; ")}`);
    return read.data;
  };
}

/** Code beside its language, or else the Python that the Python system writes. */
function codeOf(part: ReturnType<typeof partReader>, key: string): SourceCode | undefined {
  const code = part(CodeForm, `${key}Code`);
  if (code !== undefined) return code;
  const text = part(z.string(), `${key}Source`) ?? "";
  return text.trim() === "" ? undefined : { language: "Python", text };
}
