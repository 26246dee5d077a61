import { expectQuiet } from "./accounted.ts";
import { bind, bindStatement, isText } from "./bind-statement.ts";
import { namedArguments } from "./call-arguments.ts";
import type { ClassBody, Method } from "./class-members.ts";
import { evaluate } from "./evaluate.ts";
import { namesDefined } from "./module-names.ts";
import type { PythonNode } from "./python-node.ts";
import type { PythonValue, Scope } from "./python-value.ts";
import { isCode, isMistake } from "./reading-stop.ts";
import { scopeAbove } from "./scope.ts";
import { childNamed, insideOf, partsBetween, statementsOf } from "./syntax.ts";

type Dict = Extract<PythonValue, { readonly kind: "dict" }>;

/** What an answer has from its beginning, beside its fields. */
export interface PresetValues {
  /** The right values of a template that compares them itself. */
  readonly correct: Dict | undefined;
  readonly regex: Dict | undefined;
}

/** Methods that run when an answer is made. */
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
    const written = constant ?? (name === "regex" ? attribute : undefined);
    const node = constant?.node ?? (name === "regex" ? attribute?.value : undefined);
    const value = node === undefined || written === undefined ? undefined : presetOf(node, written.scope);
    if (value !== undefined && node !== undefined) found[name] = dictOf(value, name, node);
  }
  const defined = hooks.flatMap((name) => body.methods.get(name) ?? []);
  const [hook, ...others] = defined;
  const [other] = others;
  const isOne = other === undefined || (hook?.name === "model_post_init" && hook.scope === other.scope);
  if (!isOne) isCode(`${hook?.name} beside ${other.name}`, other.node);
  const base = body.hidden.find(({ name }) => hooks.some((known) => known === name));
  if (base !== undefined) isCode(`${base.name}, which is defined twice`, base.node);
  if (hook !== undefined) runHook(hook, found);
  return found;
}

type Kept = keyof PresetValues;
const kept = ["correct", "regex"] as const;

/** The value of an attribute, or the default of a `Field`. */
function presetOf(node: PythonNode, scope: Scope): PythonValue | undefined {
  const value = evaluate(node, scope);
  if (value.kind !== "made") return value;
  if (value.by !== "Field") return isCode(`${value.by}(…) as a default`, node);
  const named = namedArguments(value.given, ["default"], "Field");
  const factory = named.get("default_factory");
  if (factory !== undefined)
    return factory.text === "dict" ? { kind: "dict", entries: [] } : isCode("a default_factory", factory);
  const preset = named.get("default");
  const found = preset === undefined ? undefined : evaluate(preset, value.given.scope);
  return found?.kind === "ellipsis" ? undefined : found;
}

function dictOf(value: PythonValue, name: string, place: PythonNode): Dict {
  return value.kind === "dict" ? value : isMistake(`self.${name} must be a dict`, place);
}

function runHook(method: Method, found: Record<Kept, Dict | undefined>): void {
  const [self, context] = namesOfParameters(method.node);
  const scope = scopeAbove(method.scope);
  const body = childNamed(method.node, "Body");
  const statements = body === undefined ? [] : statementsOf(body);
  for (const name of [self, context, ...namesDefined(statements).map(({ name }) => name)])
    if (name !== undefined) bind(scope, name, { kind: "code", construct: `the name ${name}` });
  const named = new Set<Kept>();
  for (const [index, statement] of statements.entries()) {
    const isFirst = statements.slice(0, index).every(isText);
    if (isBaseCall(statement, method.name, context, isFirst)) continue;
    const [target, operator, value, ...more] = statement.children;
    const isAssigned = statement.name === "AssignStatement" && target?.name === "MemberExpression";
    if (!isAssigned) {
      bindStatement(statement, scope);
      continue;
    }
    if (operator?.name !== "AssignOp" || value === undefined || more.length > 0)
      isCode(`${method.name} with an assignment that is not literal`, statement);
    expectQuiet(value, scope);
    assign(target, value, { self, found, scope, named });
  }
}

function namesOfParameters(node: PythonNode): readonly string[] {
  const list = childNamed(node, "ParamList");
  const parts = list === undefined ? [] : partsBetween(insideOf(list));
  return parts.map((part) => part.find(({ name }) => name === "VariableName")?.text ?? "");
}

/** `super().model_post_init(context)`, or `super().__init__(**data)` before anything else. */
function isBaseCall(
  statement: PythonNode,
  method: string,
  context: string | undefined,
  isFirst: boolean,
): boolean {
  if (statement.name !== "ExpressionStatement" || context === undefined) return false;
  return method === "__init__"
    ? isFirst && statement.text === `super().__init__(**${context})`
    : method === "model_post_init" && statement.text === `super().model_post_init(${context})`;
}

interface HookState {
  readonly self: string | undefined;
  readonly found: Record<Kept, Dict | undefined>;
  readonly scope: Scope;
  /** What may be a dict that has another name too, under which a change shows. */
  readonly named: Set<Kept>;
}

/** `self.correct = {…}` and `self.correct["x"] = …`. */
function assign(target: PythonNode, written: PythonNode, { self, found, scope, named }: HookState): void {
  const value = evaluate(written, scope);
  const [object, mark, key] = target.children;
  const owner = mark?.name === "[" ? object : target;
  const [receiver, , attribute] = owner?.children ?? [];
  const name = kept.find((one) => one === attribute?.text);
  const isOwn = receiver?.name === "VariableName" && receiver.text === self && owner?.children.length === 3;
  if (isOwn && attribute?.text === "id" && owner === target) return;
  if (!isOwn || name === undefined) isCode(`an assignment to ${target.text}`, target);
  if (owner === target) {
    found[name] = dictOf(value, name, target);
    if (/^(?:Dictionary|Call)Expression$/.test(written.name)) named.delete(name);
    else named.add(name);
    return;
  }
  const entries = found[name]?.entries ?? isCode(`self.${name} before it is assigned`, target);
  if (named.has(name)) isCode(`a change of self.${name}, which may have another name`, target);
  if (key === undefined || target.children.length !== 4) isCode(`an assignment to ${target.text}`, target);
  found[name] = { kind: "dict", entries: [...entries, [evaluate(key, scope), value]] };
}
