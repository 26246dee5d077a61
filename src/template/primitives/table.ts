import * as z from "zod";
import { snakeCase } from "../../base/index.ts";
import { type AnyPrimitive, primitives } from "./list.ts";

/** A Markdown table of all primitives, written from their definitions. */
export function primitivesTable(): string {
  const head = ["Primitive", "Factory", "Parameters", "For", "Meaning"];
  const rows = primitives.map((primitive) => [
    `\`${primitive.type}\``,
    `\`${factoryCall(primitive)}\``,
    parameters(primitive).map(describeParameter).join("<br>") || "none",
    primitive.kind === "trace" ? "raw response; ground truth boolean" : primitive.values,
    primitive.summary,
  ]);
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map(escapeCell).join(" | ")} |\n`)
    .join("");
}

/**
 * A line for each primitive that a field's value is compared by, for somebody who writes a specification: its type, its
 * parameters in snake_case, what values it compares, and what it means. Those that need more than the value are left out.
 */
export function primitiveLines(): readonly string[] {
  return primitives
    .filter(({ kind, type }) => kind !== "trace" && type !== "SemanticMatch")
    .map((primitive) => {
      const given = parameters(primitive).map((parameter) => {
        const { name, required, type } = parameter;
        return `${snakeCase(name)}${required ? "" : "?"}: ${type}`;
      });
      return `${primitive.type}(${given.join(", ")}) for ${primitive.values}: ${primitive.summary}`;
    });
}

interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
  readonly default: unknown;
}

function parameters(primitive: AnyPrimitive): readonly Parameter[] {
  const schema = z.toJSONSchema(primitive.options, { io: "input" });
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    required: schema.required?.includes(name) ?? false,
    type: typeName(property),
    default: typeof property === "object" ? property.default : undefined,
  }));
}

function typeName(schema: z.core.JSONSchema._JSONSchema): string {
  if (typeof schema === "boolean") return "any";
  if (schema.anyOf !== undefined) {
    return schema.anyOf
      .filter((branch) => typeof branch === "boolean" || branch.type !== "null")
      .map(typeName)
      .join(" | ");
  }
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.type === "array") return listName(schema.items);
  return schema.properties !== undefined ? "synonyms" : typesWithoutNull(schema.type);
}

function typesWithoutNull(type: unknown): string {
  return [type]
    .flat()
    .filter((name) => name !== "null")
    .join(" | ");
}

function listName(items: z.core.JSONSchema.JSONSchema["items"]): string {
  if (items === undefined || typeof items === "boolean" || Array.isArray(items)) return "list";
  return `list of ${typeName(items)}`;
}

function describeParameter({ name, required, type, default: preset }: Parameter): string {
  const value = required ? "required" : preset === null ? "not set" : `default \`${JSON.stringify(preset)}\``;
  return `\`${name}\`: ${type}, ${value}`;
}

function factoryCall(primitive: AnyPrimitive): string {
  const factory = primitive.type.charAt(0).toLowerCase() + primitive.type.slice(1);
  const required = parameters(primitive).filter((parameter) => parameter.required);
  return required.length === 0
    ? `${factory}()`
    : `${factory}({ ${required.map(({ name }) => name).join(", ")} })`;
}

function escapeCell(cell: string): string {
  return cell.replaceAll("|", "\\|");
}
