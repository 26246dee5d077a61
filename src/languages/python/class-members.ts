import { evaluate } from "./evaluate.ts";
import { classChain, harmless } from "./python-class.ts";
import type { PythonNode } from "./python-node.ts";
import type { PythonClass, Scope } from "./python-value.ts";
import { isCode, isMistake } from "./reading-stop.ts";
import { childNamed, insideOf, partsBetween } from "./syntax.ts";

/** An annotated attribute of a class, as it is written. */
export interface Attribute {
  readonly name: string;
  readonly annotation: PythonNode;
  readonly value: PythonNode | undefined;
  readonly scope: Scope;
}

/** A method of a class, as it is written. */
export interface Method {
  readonly name: string;
  readonly node: PythonNode;
  /** The names its statements see: those of the source, not those of the class. */
  readonly scope: Scope;
}

/** What a class and the classes it is made from define; what a later one defines again takes the earlier one's place. */
export interface ClassBody {
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** Attributes without annotation. */
  readonly constants: ReadonlyMap<string, { readonly node: PythonNode; readonly scope: Scope }>;
  readonly methods: ReadonlyMap<string, Method>;
  /** Methods that a later one of their name hides. */
  readonly hidden: readonly Method[];
  readonly classes: ReadonlyMap<string, PythonClass>;
  readonly docstring: string | undefined;
}

/** Methods that decide something, and are read or run. */
export const meaningful: ReadonlySet<string> = new Set([
  "verify",
  "verify_granular",
  "model_post_init",
  "ground_truth",
  "__init__",
]);

/** Attributes of an answer that are no methods. */
export const attributesOfAnswer: ReadonlySet<string> = new Set(["correct", "regex", "id"]);

/** Names that `BaseAnswer`, or pydantic under it, gives a meaning of its own. */
const taken = new RegExp(
  "^(model_.*|_(raw_trace|scenario_context|null_fields|field_results|field_scores|resolved_ground_truths)" +
    "|verify_.*|get_.*|set_question_id|dict|json|copy|construct|validate|parse_.*|from_orm|schema|schema_json|Config)$",
);
const special = /^__.*__$/;
const ordinary: ReadonlySet<string> = new Set(["__init__", "__str__", "__repr__", "model_config"]);

/**
 * Nothing for a class whose members are all of the kinds that are read, or that nobody but the class itself uses.
 *
 * @throws ReadingStop code, naming the member that has to be run
 */
export function expectAccounted(leaf: PythonClass, body: Omit<ClassBody, "docstring">): void {
  for (const method of body.methods.values()) expectMethod(leaf, method);
  for (const [name, { node }] of body.constants) expectAttribute(leaf, body, name, node);
  for (const [name, { annotation }] of body.attributes) expectAttribute(leaf, body, name, annotation);
  for (const [name, { node }] of body.classes)
    if (name !== "VerificationStrategy") expectAttribute(leaf, body, name, node);
  const isTwofold = [...body.constants].find(([name]) => body.attributes.has(name) || body.classes.has(name));
  if (isTwofold !== undefined) refuseSecondMeaning(leaf, body, ...isTwofold);
  expectHarmless(body);
}

/** Python refuses a class that gives a field of the class before it another value without a type. */
function refuseSecondMeaning(
  leaf: PythonClass,
  { attributes }: Pick<ClassBody, "attributes">,
  name: string,
  { node }: { readonly node: PythonNode },
): never {
  const field = attributes.get(name)?.annotation;
  const chain = classChain(leaf);
  const isOfPydantic = (leaf.kind === "answer" || leaf.kind === "model") && !name.startsWith("_");
  const isOfBase =
    field !== undefined && classWith(chain, field) >= 0 && classWith(chain, field) < classWith(chain, node);
  if (isOfPydantic && isOfBase && name !== "model_config" && !field.text.includes("ClassVar"))
    isMistake(
      `the field ${name} of the class before ${leaf.name} is set again without a type: write ${name}: ${field.text} = …`,
      node,
    );
  return isCode(`another meaning of ${name}`, node);
}

function classWith(chain: readonly PythonClass[], { from }: PythonNode): number {
  return chain.findIndex(({ node }) => from >= node.from && from < node.from + node.text.length);
}

function expectMethod({ kind, name: owner }: PythonClass, { name, node }: Method): void {
  const isOfAnswer = kind === "answer" && (taken.test(name) || attributesOfAnswer.has(name));
  const isOfEnum = kind === "enum" && /^_.*_$/.test(name) && !ordinary.has(name);
  const isSpecial = special.test(name) && !ordinary.has(name);
  if ((isOfAnswer && !meaningful.has(name)) || isOfEnum || isSpecial) isCode(`${name} of ${owner}`, node);
}

function expectAttribute(
  { kind, name: owner }: PythonClass,
  { methods }: Pick<ClassBody, "methods">,
  name: string,
  node: PythonNode,
): void {
  const isOfAnswer =
    kind === "answer" && (taken.test(name) || meaningful.has(name) || name === "VerificationStrategy");
  const isOfEnum = kind === "enum" && /^_.*_$/.test(name);
  if ((isOfAnswer && !ordinary.has(name)) || isOfEnum || special.test(name) || methods.has(name))
    isCode(`${name} of ${owner}`, node);
}

/** The settings of `model_config`, none of which may change what a value is. */
function expectHarmless({ attributes, constants }: Omit<ClassBody, "docstring">): void {
  const written = attributes.get("model_config");
  const node = constants.get("model_config")?.node ?? written?.value;
  const scope = constants.get("model_config")?.scope ?? written?.scope;
  if (node === undefined || scope === undefined) return;
  const config = evaluate(node, scope);
  const names =
    config.kind === "made" && config.by === "ConfigDict" && config.given.positional.length === 0
      ? [...config.given.keywords.keys()]
      : config.kind === "dict"
        ? config.entries.map(([key]) => (key.kind === "text" ? key.text : ""))
        : [""];
  const other = names.find((name) => !harmless.has(name));
  if (other !== undefined) isCode(`model_config with ${other}`, node);
}

/** Nothing for a method that Python calls as it calls those of `BaseAnswer`. */
export function expectPlainSignature(node: PythonNode): void {
  const name = childNamed(node, "VariableName")?.text ?? "";
  const list = childNamed(node, "ParamList");
  const parts = list === undefined ? [] : partsBetween(insideOf(list));
  const [self, second, ...more] = parts;
  const isSelf = self?.length === 1 && self[0]?.name === "VariableName";
  const isPlain = second === undefined;
  const isContext = second?.[0]?.name === "VariableName" && more.length === 0;
  const isNamed = second?.[0]?.name === "**" && more.length === 0;
  const fits = name === "model_post_init" ? isContext : name === "__init__" ? isNamed || isPlain : isPlain;
  const isAsync = node.children[0]?.name !== "def";
  if (
    !isSelf ||
    !fits ||
    isAsync ||
    childNamed(node, "TypeParamList") !== undefined ||
    /\/|\*\s*,/.test(list?.text ?? "")
  )
    isCode(`the signature of ${name}`, node);
}
