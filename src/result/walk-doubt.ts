import { createPatternEngine, isJsonObject, ownEntry, pluralize, sha256 } from "../base/index.ts";
import { evaluateOutcomes, OutcomeForm, startWalk } from "../scenario/index.ts";
import type { DrawnScenario } from "./drawn-scenario.ts";
import { failureOfWalk } from "./outcome.ts";
import type { ScenarioExecutionResult } from "./scenario-execution-result.ts";
import type { VerificationResult } from "./verification-result.ts";

/** What a criterion may say. */
export type OutcomeKind = "boolean" | "number" | "either";

/** What the record of a walk has to agree with. */
export interface WalkSurroundings {
  /** How many of its turns the file holds; undefined: a copy, which may be of a part, or of a program that says less. */
  readonly turns: number | undefined;
  /** Its scenario; undefined: not known. */
  readonly scenario: DrawnScenario | undefined;
  /** The criteria that say something, by name; absent: not known. */
  readonly criteria?: ReadonlyMap<string, OutcomeKind> | undefined;
  /** What the results of its turns say, see {@link resultMark}, by the turn; absent: not known. */
  readonly marks?: readonly (string | undefined)[] | undefined;
}

/**
 * How the record of a walk contradicts itself, its turns or its scenario, in words that follow its name; undefined: not at all.
 *
 * @example
 * await walkDoubt(walk, { turns: 5, scenario }) // "says that it has 1 turn, and the file holds 5"
 */
export async function walkDoubt(
  walk: ScenarioExecutionResult,
  surroundings: WalkSurroundings,
): Promise<string | undefined> {
  const { path, history, turnCount, status, terminalFailure } = walk;
  const { turns, scenario, criteria, marks = [] } = surroundings;
  if (turns !== undefined && turnCount !== turns)
    return `says that it has ${pluralize(turnCount, "turn")}, and the file holds ${turns}`;
  const isTold = turns !== undefined || history.length > 0;
  if (isTold && (history.length !== turnCount || path.length !== turnCount))
    return `tells ${pluralize(history.length, "turn")} and names ${pluralize(path.length, "node")} of ${turnCount}`;
  if (history.some(({ nodeId }, at) => nodeId !== path[at]))
    return "names other nodes in its way than in its turns";
  if (turns !== undefined && (status === "error") !== (terminalFailure !== null))
    return `has the status ${status} and ${terminalFailure === null ? "no reason" : "a reason why it could not go on"}`;
  const told = turnMarks(walk);
  const other = told.findIndex((mark, at) => marks[at] !== undefined && marks[at] !== mark);
  if (other !== -1) return `says something else of turn ${other + 1} than its result`;
  const doubt =
    outcomeDoubt(walk, criteria) ??
    (scenario === undefined
      ? undefined
      : (wayDoubt(walk, scenario) ?? (turns === undefined ? undefined : endDoubt(walk, scenario))));
  return doubt ?? (turns === undefined ? undefined : checkDoubt(walk, scenario?.outcomes ?? []));
}

/** Works out what criteria say that are checks. */
async function checkDoubt(
  walk: ScenarioExecutionResult,
  outcomes: NonNullable<DrawnScenario["outcomes"]>,
): Promise<string | undefined> {
  const readable = outcomes.flatMap(({ name, check }) => {
    const form = OutcomeForm.safeParse(check);
    return form.success ? [{ name, description: "", check: form.data }] : [];
  });
  if (readable.length === 0) return undefined;
  const { scenarioId, status, turnCount, path, history, outcomeResults } = walk;
  const state = {
    ...startWalk({ entryNode: path[0] ?? "" }),
    ...{ turn: turnCount, path },
    history: history.map(({ questionText, rawResponse, parsedFields, ...turn }) => ({
      ...turn,
      ...{
        questionText: questionText ?? "",
        rawResponse: rawResponse ?? "",
        parsedFields: parsedFields ?? {},
      },
      ...{ traceMessages: [], agent: "", systemPrompt: null },
    })),
  };
  const ended = { scenarioId, status, state };
  const found = await evaluateOutcomes({ outcomes: readable }, ended, { patterns: createPatternEngine() });
  const other = found.find(({ name, value }) => ownEntry(outcomeResults, name) !== value);
  if (other === undefined) return undefined;
  return `says ${JSON.stringify(ownEntry(outcomeResults, other.name)) ?? "nothing"} of the criterion ${JSON.stringify(other.name)}, and its turns ${other.value}`;
}

function outcomeDoubt(
  { outcomeResults }: ScenarioExecutionResult,
  criteria: ReadonlyMap<string, OutcomeKind> | undefined,
): string | undefined {
  const found = new Map(Object.entries(outcomeResults));
  const missing = [...(criteria?.keys() ?? [])].find((name) => !found.has(name));
  if (missing !== undefined) return `says nothing of the criterion ${JSON.stringify(missing)}`;
  for (const [name, value] of found) {
    const kind = criteria === undefined ? "either" : criteria.get(name);
    if (kind === undefined) return `has the criterion ${JSON.stringify(name)}, which its scenario has not`;
    // whatever it is about, a criterion that cannot be decided is false
    const fits =
      typeof value === "number"
        ? kind !== "boolean"
        : value === false || (value === true && kind !== "number");
    if (!fits) return `has a value of the criterion ${JSON.stringify(name)} that it cannot have`;
  }
  return undefined;
}

/** Where a simulated user stops, a walk passes a node without a turn: an edge may then begin at such a node. */
function wayDoubt(
  { path, history, endedBy, status }: ScenarioExecutionResult,
  { nodes, edges }: DrawnScenario,
): string | undefined {
  const entry = nodes.find(({ isEntry }) => isEntry);
  const kinds = new Map(nodes.map(({ id, kind }) => [id, kind]));
  if (path.length > 0 && entry !== undefined && path[0] !== entry.id && kinds.get(entry.id) !== "user")
    return "does not begin at the entry of its scenario";
  const leads = (place: number, from: string | undefined, isTarget: (target: string) => boolean) => {
    const edge = edges[place];
    if (edge === undefined || !isTarget(edge.target)) return false;
    return edge.source === from || kinds.get(edge.source) === "user";
  };
  for (const [at, { nodeId, arrivedBy }] of history.entries()) {
    if (!kinds.has(nodeId)) return `has a turn at ${JSON.stringify(nodeId)}, which its scenario has not`;
    if (arrivedBy !== null && !leads(arrivedBy, path[at - 1], (target) => target === nodeId))
      return `has come to its turn ${at + 1} by an edge that does not lead there`;
  }
  if (endedBy === null) return undefined;
  const isEnd = (target: string) => kinds.get(target) === "end";
  return status === "completed" && leads(endedBy, path.at(-1), isEnd)
    ? undefined
    : "has ended by an edge that does not lead to the end";
}

/** A walk is complete at a node that no edge begins at, also at one where a simulated user has nothing more to say; elsewhere only by an edge. */
function endDoubt(
  { path, endedBy, status }: ScenarioExecutionResult,
  { nodes, edges }: DrawnScenario,
): string | undefined {
  const sources = new Set(edges.map(({ source }) => source));
  const last = path.at(-1);
  if (status === "completed" && endedBy === null) {
    const ends = nodes.filter(({ id, kind }) => !sources.has(id) && (id === last || kind === "user"));
    if (path.length > 0 && ends.length === 0) return "is completed where its scenario goes on";
  }
  if ((status === "limit_reached" || status === "timeout") && last !== undefined && !sources.has(last))
    return `has the status ${status} at a node where its scenario ends`;
  return undefined;
}

type ToldTurn = Omit<ScenarioExecutionResult["history"][number], "arrivedBy">;

/** Short, whatever was answered. */
const markOf = (scenario: string | null, turn: ToldTurn, failed: FailedIn): string =>
  sha256(
    JSON.stringify([
      ...[scenario, turn.nodeId, turn.verificationResultId, turn.verifyResult],
      ...[turn.questionText, turn.rawResponse, turn.parsedFields],
      ...[failed?.category, failed?.stage],
    ]),
  );

type FailedIn = { readonly category: string | null; readonly stage: string | null } | null;

/** What the record of a walk says of each turn that its result says too: which it is, what was asked, said and found, and a failure that ended the walk. */
export function turnMarks({
  scenarioId,
  history,
  terminalFailure,
}: ScenarioExecutionResult): readonly string[] {
  // where no edge leads on, no turn has failed
  const failed = terminalFailure?.category === "scenario" ? null : terminalFailure;
  return history.map((turn, at) => markOf(scenarioId, turn, at === history.length - 1 ? failed : null));
}

/** The same of the result of a turn, see {@link turnMarks}. */
export function resultMark(result: VerificationResult): string {
  const { metadata, template } = result;
  const turn = {
    nodeId: metadata.scenarioNode ?? "",
    verificationResultId: metadata.resultId,
    verifyResult: template?.verifyResult ?? null,
    questionText: metadata.questionText,
    rawResponse: template?.rawLlmResponse ?? "",
    parsedFields: isJsonObject(template?.parsedLlmResponse) ? template.parsedLlmResponse : {},
  };
  return markOf(metadata.scenarioId, turn, failureOfWalk(result));
}
