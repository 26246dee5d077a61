import { expectQuiet } from "./accounted.ts";
import { bind } from "./bind-statement.ts";
import { readArguments } from "./call-arguments.ts";
import { bindingOf, evaluate } from "./evaluate.ts";
import { namesDefined } from "./module-names.ts";
import type { PythonNode } from "./python-node.ts";
import type { Binding, ClassKind, PythonClass, PythonValue, Scope } from "./python-value.ts";
import { isCode, unlessCode } from "./reading-stop.ts";
import { scopeAbove } from "./scope.ts";
import { childNamed, statementsOf } from "./syntax.ts";

const kindsOfBase: ReadonlyMap<string, ClassKind> = new Map([
  ["BaseAnswer", "answer"],
  ["BaseModel", "model"],
  ["Enum", "enum"],
  ["StrEnum", "enum"],
  ["IntEnum", "enum"],
  ["object", "plain"],
  ["str", "plain"],
  ["int", "plain"],
  ["float", "plain"],
  ["ABC", "plain"],
]);

/** Settings of pydantic that say nothing about which values a field takes. */
export const harmless: ReadonlySet<string> = new Set([
  "extra",
  "frozen",
  "title",
  "arbitrary_types_allowed",
  "validate_assignment",
  "validate_default",
]);

/** What a class definition defines. `inside`: the names its body sees, where these are not those of the place it stands at. */
export function readClass(node: PythonNode, scope: Scope, inside = scope): PythonClass {
  const name = childNamed(node, "VariableName")?.text ?? "";
  const body = childNamed(node, "Body") ?? isCode("a class without a body", node);
  const given = readArguments(childNamed(node, "ArgList"), scope);
  const bases: readonly (Binding | undefined)[] = given.positional.map((base) =>
    unlessCode(() => bindingOf(base, scope)),
  );
  const classes = bases.flatMap((base) => (base?.kind === "class" ? [base.defined] : []));
  const kinds = bases.map((base) => {
    if (base?.kind === "class") return base.defined.kind;
    return base?.kind === "known" ? kindsOfBase.get(base.name) : undefined;
  });
  const kind: ClassKind = kinds.find((found) => found !== undefined && found !== "plain") ?? "plain";
  const isUnusual =
    kinds.includes(undefined) ||
    (kind !== "enum" && kinds.filter((found) => found !== "plain").length > 1) ||
    [...given.keywords.keys()].some((setting) => !harmless.has(setting)) ||
    classes.length > 1 ||
    (classes.length === 1 && bases[0]?.kind !== "class") ||
    childNamed(node, "TypeParamList") !== undefined;
  const code = isUnusual
    ? `the bases of class ${name}`
    : classes.find((base) => base.code !== undefined)?.code;
  const mixed = bases.flatMap((base) => {
    if (base?.kind === "class") return base.defined.mixed;
    return base?.kind === "known" ? (kindsOfMember.get(base.name) ?? []) : [];
  });
  const known = { name, node, body, kind, bases: classes, mixed, scope: scopeAbove(inside) };
  for (const value of given.keywords.values()) expectQuiet(value, scope);
  const members = code === undefined ? unlessCode(() => membersOf({ ...known, code })) : undefined;
  return {
    ...known,
    members: members ?? new Map(),
    code: members === undefined ? (code ?? `the members of ${name}`) : code,
  };
}

/** What the values of members are made to be by such a base. */
const kindsOfMember: ReadonlyMap<string, PythonValue["kind"]> = new Map([
  ["str", "text"],
  ["StrEnum", "text"],
  ["int", "integer"],
  ["IntEnum", "integer"],
  ["float", "float"],
]);

/** The members of an enumeration, in their order; none for another class. */
function membersOf(defined: Omit<PythonClass, "members">): ReadonlyMap<string, PythonValue> {
  if (defined.kind !== "enum") return new Map();
  const members = new Map<string, PythonValue>();
  const scope = scopeAbove(defined.scope);
  const statements = statementsOf(defined.body);
  for (const { name } of namesDefined(statements))
    bind(scope, name, { kind: "code", construct: `${name} of ${defined.name}` });
  for (const statement of statements) {
    const [target, assign, value, ...more] = statement.children;
    if (statement.name !== "AssignStatement") continue;
    if (
      target?.name !== "VariableName" ||
      assign?.name !== "AssignOp" ||
      value === undefined ||
      more.length > 0 ||
      target.text.startsWith("_")
    )
      isCode(`how the members of ${defined.name} are defined`, statement);
    const found = evaluate(value, scope);
    if (defined.mixed.some((kind) => kind !== found.kind)) isCode(`the value of ${target.text}`, value);
    members.set(target.text, { kind: "member", value: found });
    bind(scope, target.text, { kind: "value", value: found });
  }
  return members;
}

/** A class of the source after the classes it is made from, the first of them first. */
export function classChain(leaf: PythonClass): readonly PythonClass[] {
  const [base] = leaf.bases;
  return base === undefined ? [leaf] : [...classChain(base), leaf];
}
