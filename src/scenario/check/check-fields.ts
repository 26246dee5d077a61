import { messageOf } from "../../base/index.ts";
import { type PrimitiveSpec, resolvePrimitive } from "../../template/index.ts";
import type { StateCheck } from "../definition/scenario-definition.ts";
import { turnFields } from "../outcome/turn-findings.ts";
import { readStatePath, splitNodePath, statePathForms } from "../state/state-path.ts";
import { userStops } from "../state/user-stops.ts";
import { askNear, type Tell } from "./scenario-problem.ts";

/** The fields of a node's template; undefined where they are not known. */
export type FieldsOf = (nodeId: string) => readonly string[] | undefined;

/** Checks names of nodes and fields. */
export interface FieldChecker {
  /** A condition on an edge that begins at `source`. */
  state(place: string, source: string, check: StateCheck): void;
  /** A field of turns, at these nodes or at any. */
  turn(place: string, field: string, nodes: readonly string[] | undefined): void;
  node(place: string, id: string): void;
  primitive(place: string, spec: PrimitiveSpec): void;
}

/** See {@link FieldChecker}. */
export function fieldChecker(ids: readonly string[], fieldsOf: FieldsOf, tell: Tell): FieldChecker {
  const known = new Set(ids);
  const node = (place: string, id: string) => {
    if (!known.has(id)) tell(place, `there is no node ${JSON.stringify(id)}${askNear(id, ids)}`);
  };
  const primitive = (place: string, spec: PrimitiveSpec) => {
    try {
      const { kind, type } = resolvePrimitive(spec);
      if (kind !== "parsed") tell(place, `${type} looks at raw responses and compares no values`);
    } catch (error) {
      tell(place, messageOf(error));
    }
  };
  const field = (place: string, name: string, nodes: readonly string[]) => {
    const fields = nodes.map(fieldsOf);
    if (fields.length === 0 || fields.some((own) => own === undefined || own.includes(name))) return;
    const all = [...new Set(fields.flatMap((own) => own ?? []))];
    const where =
      nodes.length === 1 ? `The template of ${JSON.stringify(nodes[0])}` : "None of the templates";
    tell(
      place,
      `${where} has ${nodes.length === 1 ? "no" : "a"} field ${JSON.stringify(name)}${askNear(name, all)}`,
    );
  };
  return {
    node,
    primitive,
    state(place, source, { field: path, verifyWith, expected }) {
      primitive(place, verifyWith);
      const read = readStatePath(path);
      if (read === undefined) {
        tell(place, `there is no ${JSON.stringify(path)} in the state; there are ${statePathForms}`);
        return;
      }
      if (read.root === "user_stop" && expected !== null && !userStops.some((stop) => stop === expected))
        tell(place, `user_stop is ${userStops.join(", ")} or null, and never ${JSON.stringify(expected)}`);
      if (read.root === "parsed") field(place, read.rest, known.has(source) ? [source] : []);
      if (read.root === "node_visits") node(place, read.rest);
      if (read.root !== "node_results") return;
      const split = splitNodePath(read.rest, ids);
      if (split === undefined) {
        node(place, read.rest.split(".", 1)[0] ?? "");
        return;
      }
      if (!/^$|^verify_result$|^parsed$|^rubric$|^(parsed|rubric)\../s.test(split.below))
        tell(
          place,
          `there is no ${JSON.stringify(split.below)} below a node's results; there are verify_result, parsed.<field>, rubric.<trait>`,
        );
      if (split.below.startsWith("parsed.")) field(place, split.below.slice("parsed.".length), [split.id]);
    },
    turn(place, path, nodes) {
      if (path.startsWith("parsed.")) field(place, path.slice("parsed.".length), nodes ?? ids);
      else if (!turnFields.includes(path))
        tell(
          place,
          `turns have no ${JSON.stringify(path)}; they have ${turnFields.join(", ")}, parsed.<field>`,
        );
    },
  };
}
