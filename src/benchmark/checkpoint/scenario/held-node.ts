import type { JsonObject } from "../../../base/index.ts";
import { plainOf } from "../../json/json-tree.ts";
import type { HeldScenario } from "../../scenarios/held-scenario.ts";
import { scenarioNode } from "./write-scenario.ts";

/** A scenario as a checkpoint holds it. */
export function heldNode({ definition, tree }: HeldScenario): JsonObject {
  // the tree of an object is one
  return tree === undefined ? scenarioNode(definition) : (plainOf(tree) as JsonObject);
}
