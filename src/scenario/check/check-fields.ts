import { type JsonSchema, messageOf } from "../../base/index.ts";
import { type PrimitiveSpec, resolvePrimitive, type TemplateField } from "../../template/index.ts";
import type { ComparedTo } from "../definition/compared-to.ts";
import type { StateCheck } from "../definition/scenario-definition.ts";
import { turnFields } from "../outcome/turn-findings.ts";
import { readStatePath, splitNodePath, statePathForms } from "../state/state-path.ts";
import { userStops } from "../state/user-stops.ts";
import { valueProblem } from "./check-value.ts";
import { askNear, type Tell } from "./scenario-problem.ts";

/** A field of a node's template. */
export type NodeField = Pick<TemplateField, "name" | "schema" | "verification">;

/** The fields of a node's template by name; undefined where they are not known. */
export type FieldsOf = (nodeId: string) => ReadonlyMap<string, NodeField> | undefined;

/** Checks names of nodes and fields, and what they are compared with. */
export interface FieldChecker {
  /** A condition on an edge that begins at `source`. */
  state(place: string, source: string, check: StateCheck): void;
  /** A path of the results of nodes, such as `node_results.asks.parsed.severity`. */
  nodeResults(place: string, path: string): void;
  /** A field of turns, at these nodes or at any, and what it is compared with. */
  turn(place: string, field: string, nodes: readonly string[] | undefined, compared?: ComparedTo): void;
  /** What something known of whole walks is compared with; `schema`: what may stand there. */
  value(place: string, name: string, schema: JsonSchema, compared: ComparedTo): void;
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
    if (fields.length === 0 || fields.some((own) => own === undefined || own.has(name))) return;
    const all = [...new Set(fields.flatMap((own) => [...(own?.keys() ?? [])]))];
    const [only] = nodes.map((id) => JSON.stringify(id));
    const lacks =
      nodes.length > 1
        ? "None of the templates has a field"
        : all.length === 0
          ? `${only} has no template with fields, and so none called`
          : `The template of ${only} has no field`;
    tell(place, `${lacks} ${JSON.stringify(name)}${askNear(name, all)}`);
  };
  const isOne = { type: "string", enum: ids };
  const value: FieldChecker["value"] = (place, name, schema, compared) => {
    const problem = valueProblem(name, schema, compared);
    if (problem !== undefined) tell(place, problem.message, problem.severity);
  };
  /** A field of templates, told where it can pass at none of these nodes. */
  const parsed = (place: string, name: string, at: readonly string[], compared: ComparedTo) => {
    const schemas = at.flatMap((id) => {
      const own = fieldsOf(id);
      return own === undefined ? {} : (own.get(name)?.schema ?? []);
    });
    const problems = schemas.map((schema) => valueProblem(`parsed.${name}`, schema, compared));
    const [first] = problems;
    if (first !== undefined && problems.every((one) => one !== undefined))
      tell(place, first.message, first.severity);
  };
  const nodeResults = (place: string, rest: string, compared?: ComparedTo) => {
    const split = splitNodePath(rest, (id) => known.has(id));
    if (split === undefined) {
      node(place, rest.split(".", 1)[0] ?? "");
      return;
    }
    const { id, below } = split;
    if (!/^$|^verify_result$|^parsed$|^rubric$|^(parsed|rubric)\../s.test(below))
      tell(
        place,
        `there is no ${JSON.stringify(below)} below a node's results; there are verify_result, parsed.<field>, rubric.<trait>`,
      );
    if (below === "verify_result" && compared !== undefined)
      value(place, `node_results.${rest}`, verdict, compared);
    if (!below.startsWith("parsed.")) return;
    const name = below.slice("parsed.".length);
    field(place, name, [id]);
    if (compared !== undefined) parsed(place, name, [id], compared);
  };
  return {
    node,
    primitive,
    value,
    nodeResults(place, path) {
      const read = readStatePath(path);
      if (read?.root === "node_results") nodeResults(place, read.rest);
      else
        tell(
          place,
          `expected what a node found, such as node_results.<node>.parsed.<field>, found ${JSON.stringify(path)}`,
        );
    },
    state(place, source, { field: path, ...compared }) {
      primitive(place, compared.verifyWith);
      const read = readStatePath(path);
      if (read === undefined) {
        tell(place, `there is no ${JSON.stringify(path)} in the state; there are ${statePathForms}`);
        return;
      }
      const { expected } = compared;
      switch (read.root) {
        case "user_stop":
          if (expected !== null && !userStops.some((stop) => stop === expected))
            tell(
              place,
              `user_stop is ${userStops.join(", ")} or null, and never ${JSON.stringify(expected)}`,
            );
          return;
        case "verify_result":
          return value(place, path, verdict, compared);
        case "turn":
          return value(place, path, count, compared);
        case "current_node":
          return value(place, path, isOne, compared);
        case "parsed":
          if (!known.has(source)) return;
          field(place, read.rest, [source]);
          return parsed(place, read.rest, [source], compared);
        case "node_visits":
          node(place, read.rest);
          return value(place, path, count, compared);
        case "node_results":
          return nodeResults(place, read.rest, compared);
        case "accumulated":
      }
    },
    turn(place, path, nodes, compared) {
      if (path.startsWith("parsed.")) {
        const name = path.slice("parsed.".length);
        field(place, name, nodes ?? ids);
        if (compared !== undefined) parsed(place, name, nodes ?? ids, compared);
      } else if (!turnFields.includes(path))
        tell(
          place,
          `turns have no ${JSON.stringify(path)}; they have ${turnFields.join(", ")}, parsed.<field>`,
        );
      else if (compared !== undefined)
        value(place, path, path === "node_id" ? isOne : path === "verify_result" ? verdict : text, compared);
    },
  };
}

const verdict: JsonSchema = { type: ["boolean", "null"] };
const text: JsonSchema = { type: "string" };

/** How many of something. */
export const count: JsonSchema = { type: "integer", minimum: 0 };
