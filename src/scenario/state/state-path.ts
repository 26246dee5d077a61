import { type JsonObject, type JsonValue, ownEntry, recordFrom } from "../../base/index.ts";
import type { NodeResult, ScenarioState } from "./scenario-state.ts";

/** The beginnings of the paths there are, for messages. */
export const statePathForms =
  "verify_result, turn, current_node, user_stop, parsed.<field>, accumulated.<key>, node_visits.<node>, node_results.<node>";

/** A path of the state in its parts; undefined for one there is not. */
export type StatePath =
  | { readonly root: "verify_result" | "turn" | "current_node" | "user_stop" }
  | { readonly root: "parsed" | "accumulated" | "node_visits" | "node_results"; readonly rest: string };

/** Takes a path apart: all after the first dot is one key, or for `node_results` a node and what is below it. */
export function readStatePath(path: string): StatePath | undefined {
  if (path === "verify_result" || path === "turn" || path === "current_node" || path === "user_stop")
    return { root: path };
  const [root = ""] = path.split(".", 1);
  const rest = path.slice(root.length + 1);
  if (rest === "") return undefined;
  if (root === "parsed" || root === "accumulated" || root === "node_visits" || root === "node_results")
    return { root, rest };
  return undefined;
}

/** What stands at a path of the state; undefined where nothing does. */
export function stateValue(state: ScenarioState, path: string): JsonValue | undefined {
  const read = readStatePath(path);
  if (read === undefined) return undefined;
  switch (read.root) {
    case "verify_result":
      return state.verifyResult;
    case "turn":
      return state.turn;
    case "current_node":
      return state.currentNode;
    case "user_stop":
      return state.userStop;
    case "parsed":
      return ownEntry(state.parsed, read.rest);
    case "accumulated":
      return ownEntry(state.accumulated, read.rest);
    case "node_visits":
      return ownEntry(state.nodeVisits, read.rest) ?? 0;
    case "node_results":
      return nodeResultValue(state, read.rest);
  }
}

/** The id of a node that a path begins with, and what follows it; ids may hold dots, and the longest counts. */
export function splitNodePath(
  path: string,
  isNode: (id: string) => boolean,
): { readonly id: string; readonly below: string } | undefined {
  for (let end = path.length; end >= 0; end = path.lastIndexOf(".", end - 1)) {
    const id = path.slice(0, end);
    if (isNode(id)) return { id, below: path.slice(end + 1) };
    if (end === 0) break;
  }
  return undefined;
}

function nodeResultValue({ nodeResults }: ScenarioState, path: string): JsonValue | undefined {
  const place = splitNodePath(path, (id) => Object.hasOwn(nodeResults, id));
  const result = place && ownEntry(nodeResults, place.id);
  if (place === undefined || result === undefined) return undefined;
  const stored = storedResult(result);
  if (place.below === "") return stored;
  const [part = ""] = place.below.split(".", 1);
  const found = ownEntry(stored, part);
  const key = place.below.slice(part.length + 1);
  if (key === "") return found;
  return part === "parsed"
    ? ownEntry(result.parsed, key)
    : part === "rubric"
      ? ownEntry(result.rubric, key)
      : undefined;
}

function storedResult({ verifyResult, parsed, rubric }: NodeResult): JsonObject {
  return { verify_result: verifyResult, parsed, rubric };
}

/** What ground truths that depend on earlier turns are chosen by: the results of nodes under the names of their paths. */
export function scenarioContext({ nodeResults }: ScenarioState): { readonly nodeResults: JsonObject } {
  const entries = Object.entries(nodeResults).map(([id, result]) => [id, storedResult(result)] as const);
  return { nodeResults: recordFrom(entries) };
}
