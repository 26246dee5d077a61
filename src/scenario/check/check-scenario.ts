import { isConditional } from "../../template/index.ts";
import { areReordered } from "../definition/first-node.ts";
import {
  type AskedQuestion,
  END,
  isSourceCode,
  isUnconditional,
  type ScenarioDefinition,
  type ScenarioEdge,
  type ScenarioNode,
  userTag,
} from "../definition/scenario-definition.ts";
import { type FieldsOf, fieldChecker, type NodeField } from "./check-fields.ts";
import { checkOutcome } from "./check-outcome.ts";
import {
  askNear,
  edgePlace,
  nodePlace,
  outcomePlace,
  type ScenarioProblem,
  type Tell,
  toldProblems,
} from "./scenario-problem.ts";

/** What is known of the questions of nodes. */
export interface CheckOptions<Question extends AskedQuestion> {
  /** The fields of a question's template; absent, or undefined: they are not known, and any name is taken. */
  readonly fieldsOf?: (question: Question) => readonly NodeField[] | undefined;
}

/** Everything wrong with a scenario; empty when it can be run as it stands. */
export function checkScenario<Question extends AskedQuestion>(
  definition: ScenarioDefinition<Question>,
  { fieldsOf }: CheckOptions<Question> = {},
): readonly ScenarioProblem[] {
  const { problems, tell } = toldProblems();
  const ids = definition.nodes.map(({ id }) => id);
  const known = new Map(
    definition.nodes.map(({ id, question }) => {
      const own = fieldsOf?.(question);
      return [id, own && new Map(own.map((field) => [field.name, field]))] as const;
    }),
  );
  const fields: FieldsOf = (id) => known.get(id);
  if (definition.name.trim() === "") tell("", "expected a name");
  checkLimit("", "turn limit", definition.turnLimit, tell);
  for (const node of definition.nodes) checkNode(node, tell);
  for (const id of repeated(ids)) tell(nodePlace(id), "expected an id of its own, found it twice");
  const checkField = fieldChecker(ids, fields, tell);
  for (const [id, own] of known)
    for (const { name, verification } of own?.values() ?? [])
      if (verification !== undefined && isConditional(verification.groundTruth))
        checkField.nodeResults(
          `${nodePlace(id)}, field ${JSON.stringify(name)}`,
          verification.groundTruth.source,
        );
  for (const [at, edge] of definition.edges.entries()) {
    const place = edgePlace(at, edge);
    checkEnds(edge, place, { ids, known }, tell);
    if (edge.unusable !== undefined) tell(place, edge.unusable);
    for (const check of edge.when) checkField.state(place, edge.source, check);
    if (isSourceCode(edge.decide)) tellCode(place, "its condition", edge.decide.language, tell);
    if (typeof edge.handover !== "string" && isSourceCode(edge.handover))
      tellCode(place, "its handover", edge.handover.language, tell);
  }
  checkWays(definition, tell);
  checkReach(definition, ids, tell);
  for (const criterion of definition.outcomes) {
    const place = outcomePlace(criterion.name);
    checkOutcome(criterion, place, ids, checkField, tell);
    if (isSourceCode(criterion.evaluate)) tellCode(place, "it", criterion.evaluate.language, tell);
  }
  for (const name of repeated(definition.outcomes.map(({ name: one }) => one)))
    tell(outcomePlace(name), "expected a name of its own, found it twice");
  return problems;
}

function tellCode(place: string, what: string, language: string, tell: Tell): void {
  tell(place, `${what} is code in ${language}, which has to be run to be known`, "warning");
}

function checkNode({ id, agentIdentity, user, stateUpdate, question }: ScenarioNode, tell: Tell): void {
  const place = nodePlace(id);
  if (id === "" || id === END) tell(place, `expected an id that is neither empty nor ${END}`);
  if (agentIdentity === userTag) tell(place, `${userTag} is the user's own name; no agent can have it`);
  if (question.question.trim() === "") tell(place, "expected a question");
  if (isSourceCode(stateUpdate)) tellCode(place, "its state update", stateUpdate.language, tell);
  if (user === undefined) return;
  if (user.persona.trim() === "") tell(place, "expected a persona of its simulated user");
  if (user.goal.trim() === "") tell(place, "expected a goal of its simulated user");
  checkLimit(place, "turn limit of its simulated user", user.turnLimit, tell);
}

function checkLimit(place: string, name: string, limit: number | undefined, tell: Tell): void {
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1))
    tell(place, `expected a ${name} of at least 1, found ${limit}`);
}

const endWords = "the end is END in code and end in YAML";

interface Known {
  readonly ids: readonly string[];
  readonly known: ReadonlyMap<string, unknown>;
}

function checkEnds({ source, target }: ScenarioEdge, place: string, { ids, known }: Known, tell: Tell): void {
  for (const [side, id] of [
    ["source", source],
    ["target", target],
  ] as const) {
    if (known.has(id) || (side === "target" && id === END)) continue;
    const isEnd = side === "target" && id.toLowerCase() === "end";
    tell(
      place,
      `there is no node ${JSON.stringify(id)}, its ${side}${isEnd ? `; ${endWords}` : askNear(id, ids)}`,
    );
  }
}

/** A node with conditional edges needs a way on where none of them holds. */
function checkWays({ nodes, edges }: ScenarioDefinition, tell: Tell): void {
  const all = Map.groupBy(edges, ({ source }) => source);
  for (const { id } of nodes) {
    const outgoing = all.get(id) ?? [];
    const free = outgoing.filter(isUnconditional);
    if (outgoing.length > 0 && free.length === 0)
      tell(
        nodePlace(id),
        `all its edges have conditions; expected one without, for when none holds, such as one to the end; ${endWords}`,
      );
    if (free.length > 1)
      tell(
        nodePlace(id),
        `${free.length} of its edges have no condition; only the first is ever taken`,
        "warning",
      );
  }
}

const unknownFirst =
  ", which has to be named where ids are whole numbers: they would stand before all others";

function checkReach(
  { nodes, edges, entryNode }: ScenarioDefinition,
  ids: readonly string[],
  tell: Tell,
): void {
  if (nodes.length === 0) tell("", "expected a node, found none");
  else if (entryNode === "")
    tell("", `expected an entry: the node that the walk begins at${areReordered(ids) ? unknownFirst : ""}`);
  else if (!ids.includes(entryNode))
    tell("", `there is no node ${JSON.stringify(entryNode)}, the entry${askNear(entryNode, ids)}`);
  if (!ids.includes(entryNode)) return;
  const reached = new Set([entryNode]);
  const outgoing = Map.groupBy(edges, ({ source }) => source);
  // a set gives what is added while it is gone through
  for (const id of reached) for (const { target } of outgoing.get(id) ?? []) reached.add(target);
  for (const { id } of nodes)
    if (!reached.has(id)) tell(nodePlace(id), `no way leads to it from ${JSON.stringify(entryNode)}`);
}

function repeated(names: readonly string[]): readonly string[] {
  return [...Map.groupBy(names, (name) => name)].flatMap(([name, all]) => (all.length > 1 ? [name] : []));
}
