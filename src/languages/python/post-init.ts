import { bindStatement } from "./bind-statement.ts";
import type { ClassBody, Method } from "./class-body.ts";
import { evaluate } from "./evaluate.ts";
import type { PythonValue, Scope } from "./python-value.ts";
import { isCode, isMistake } from "./reading-stop.ts";
import { scopeAbove } from "./scope.ts";
import { childNamed, type PythonNode, statementsOf } from "./syntax.ts";

type Dict = Extract<PythonValue, { readonly kind: "dict" }>;

/** What an answer has from its beginning, beside its fields. */
export interface PresetValues {
  /** The right values of a template that compares them itself. */
  readonly correct: Dict | undefined;
  readonly regex: Dict | undefined;
}

const hooks = ["__init__", "model_post_init", "ground_truth"] as const;

/**
 * What the constants of the class and its `model_post_init`, else its `ground_truth`, assign to `self.correct` and
 * `self.regex`.
 *
 * @throws ReadingStop code where the method does something else
 */
export function readPresetValues(body: ClassBody): PresetValues {
  const found: Record<Kept, Dict | undefined> = { correct: undefined, regex: undefined };
  for (const name of kept) {
    const constant = body.constants.get(name);
    const attribute = body.attributes.get(name);
    const node = constant?.node ?? (name === "regex" ? defaultOf(attribute?.value) : undefined);
    const scope = constant?.scope ?? attribute?.scope;
    if (node !== undefined && scope !== undefined) found[name] = dictOf(evaluate(node, scope), name, node);
  }
  const [init, ...after] = hooks.flatMap((name) => body.methods.get(name) ?? []);
  const run = init?.name === "__init__" ? [init, after[0]] : [init];
  for (const method of run) if (method !== undefined) runHook(method, found);
  return found;
}

type Kept = keyof PresetValues;
const kept = ["correct", "regex"] as const;

/** The default of a declared field `regex`. */
function defaultOf(value: PythonNode | undefined): PythonNode | undefined {
  if (value?.name !== "CallExpression") return value;
  const list = childNamed(value, "ArgList")?.children ?? [];
  const at = list.findIndex(({ name, text }) => name === "VariableName" && text === "default");
  return at === -1 ? undefined : list[at + 2];
}

function dictOf(value: PythonValue, name: string, place: PythonNode): Dict {
  return value.kind === "dict" ? value : isMistake(`self.${name} must be a dict`, place);
}

function runHook(method: Method, found: Record<Kept, Dict | undefined>): void {
  const self = childNamed(childNamed(method.node, "ParamList") ?? method.node, "VariableName")?.text;
  const scope = scopeAbove(method.scope);
  const body = childNamed(method.node, "Body");
  for (const statement of body === undefined ? [] : statementsOf(body)) {
    if (/^super\(\)\.\w+\(/.test(statement.text) && statement.name === "ExpressionStatement") continue;
    const [target, operator, value, ...more] = statement.children;
    const isAssigned = statement.name === "AssignStatement" && target?.name === "MemberExpression";
    if (!isAssigned) {
      bindStatement(statement, scope);
      continue;
    }
    if (operator?.name !== "AssignOp" || value === undefined || more.length > 0)
      isCode(`${method.name} with an assignment that is not literal`, statement);
    assign(target, evaluate(value, scope), { self, found, scope });
  }
}

interface HookState {
  readonly self: string | undefined;
  readonly found: Record<Kept, Dict | undefined>;
  readonly scope: Scope;
}

/** `self.correct = {…}` and `self.correct["x"] = …`. */
function assign(target: PythonNode, value: PythonValue, { self, found, scope }: HookState): void {
  const [object, mark, key] = target.children;
  const owner = mark?.name === "[" ? object : target;
  const [receiver, , attribute] = owner?.children ?? [];
  const name = kept.find((one) => one === attribute?.text);
  const isOwn = receiver?.name === "VariableName" && receiver.text === self && owner?.children.length === 3;
  if (isOwn && attribute?.text === "id" && owner === target) return;
  if (!isOwn || name === undefined) isCode(`an assignment to ${target.text}`, target);
  if (owner === target) {
    found[name] = dictOf(value, name, target);
    return;
  }
  const entries = found[name]?.entries ?? isMistake(`self.${name} has no value yet`, target);
  if (key === undefined || target.children.length !== 4) isCode(`an assignment to ${target.text}`, target);
  found[name] = { kind: "dict", entries: [...entries, [evaluate(key, scope), value]] };
}
