import { expectQuiet } from "./accounted.ts";
import { readArguments } from "./call-arguments.ts";
import { bindingOf, evaluate } from "./evaluate.ts";
import type { Binding, ClassKind, PythonClass, PythonValue, Scope } from "./python-value.ts";
import { isCode, unlessCode } from "./reading-stop.ts";
import { scopeAbove } from "./scope.ts";
import { childNamed, type PythonNode, statementsOf } from "./syntax.ts";

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

/** What a class definition defines. */
export function readClass(node: PythonNode, scope: Scope): PythonClass {
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
  const known = { name, node, body, kind, bases: classes, scope: scopeAbove(scope) };
  for (const value of given.keywords.values()) expectQuiet(value, scope);
  const members = code === undefined ? unlessCode(() => membersOf({ ...known, code })) : undefined;
  return {
    ...known,
    members: members ?? new Map(),
    code: members === undefined ? (code ?? `the members of ${name}`) : code,
  };
}

/** The members of an enumeration, in their order; none for another class. */
function membersOf(defined: Omit<PythonClass, "members">): ReadonlyMap<string, PythonValue> {
  if (defined.kind !== "enum") return new Map();
  const members = new Map<string, PythonValue>();
  for (const statement of statementsOf(defined.body)) {
    const [target, assign, value, ...more] = statement.children;
    if (statement.name !== "AssignStatement") continue;
    if (
      target?.name !== "VariableName" ||
      assign?.name !== "AssignOp" ||
      value === undefined ||
      more.length > 0
    )
      isCode(`how the members of ${defined.name} are defined`, statement);
    else if (!target.text.startsWith("_"))
      members.set(target.text, { kind: "member", value: evaluate(value, defined.scope) });
  }
  return members;
}

/** A class of the source after the classes it is made from, the first of them first. */
export function classChain(leaf: PythonClass): readonly PythonClass[] {
  const [base] = leaf.bases;
  return base === undefined ? [leaf] : [...classChain(base), leaf];
}
