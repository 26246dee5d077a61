import { nestsDeeperThan } from "../../base/index.ts";
import { authoringModules, deepestTemplate, describeTemplate } from "../../sandbox/index.ts";
import type { TemplateReading } from "../template-reading.ts";
import {
  evaluate,
  evaluateCheck,
  nameOf,
  type Recorder,
  readFunction,
  type Scope,
} from "./evaluate-expression.ts";
import { isJavaScript, withoutTypes } from "./javascript-text.ts";
import { NotData } from "./not-data.ts";
import { lineAt, readSourceTree, type SourceNode, type SourceTree } from "./source-tree.ts";

/** Longest source that is read, in UTF-16 units: a template written by hand has a few thousand. */
const longestSource = 100_000;

/** How many values and parts of texts may be made of a source. */
const mostValues = 50_000;

/** Longest description of a template, as JSON: the sandbox lets no more out than a million signs. */
const longestDescription = 900_000;

const modules = authoringModules();

/**
 * Reads the source of a template as data, without running anything: imports of what authors templates with, constants,
 * literals and authoring calls. Custom checks are taken as text. Whatever else stands there is "code", also what is
 * wrong, so that the sandbox says what it is: data read here is what the sandbox would make of it.
 *
 * @example
 * const reading = readTypeScriptTemplate(source);
 * const template = reading.kind === "data" ? templateFromDraft(reading.draft) : await sandboxed(source);
 */
export function readTypeScriptTemplate(source: string): TemplateReading {
  try {
    return readSource(source);
  } catch (error) {
    if (!(error instanceof NotData)) throw error;
    return { kind: "code", construct: error.construct, line: lineAt(source, error.at) };
  }
}

function readSource(source: string): TemplateReading {
  if (source.length > longestSource) throw new NotData("source of this length", start);
  if (!source.isWellFormed() || source.includes("\0")) throw new NotData("signs that no text has", start);
  const tree = readSourceTree(source);
  if (!tree.hasTypes && !tree.hasFunctions) return readTree(source, tree);
  // as in the sandbox: JavaScript is not stripped, unless it holds what could be types in angle brackets
  const mayBeTyped = tree.hasTypes ? source.includes("<") : /<[\s\S]*(?<!=)>/.test(source);
  if (!mayBeTyped && isJavaScript(source)) return readTree(source, tree);
  const stripped = withoutTypes(source);
  if (stripped === undefined || !isJavaScript(stripped)) throw new NotData("a syntax error", start);
  return readTree(stripped, readSourceTree(stripped));
}

const start = { from: 0 };

function readTree(source: string, tree: SourceTree): TemplateReading {
  const scope: Scope = {
    source,
    values: new Map(),
    imports: new Map(),
    functions: new Map(),
    budget: { left: mostValues },
  };
  for (const statement of tree.children) hoist(statement, scope);
  const exported: unknown[] = [];
  for (const statement of tree.children) {
    const read = Object.hasOwn(statements, statement.name) ? statements[statement.name] : undefined;
    if (read === undefined) throw new NotData(nameOf(statement), statement);
    read(statement, scope, exported);
  }
  if (exported.length !== 1) throw new NotData("a file without a default export", start);
  return describe(exported[0], scope);
}

function describe(template: unknown, { functions, budget }: Scope): TemplateReading {
  let described: ReturnType<typeof describeTemplate>;
  try {
    described = describeTemplate(template, (check) => functions.get(check) ?? "");
  } catch (error) {
    throw NotData.from(error, start);
  }
  const { draft, verify, verifyGranular } = described;
  if (!fits(draft, budget, 0)) throw new NotData("more data than is read without running it", start);
  const json = JSON.stringify({ draft });
  if (json.length > longestDescription || nestsDeeperThan(json, deepestTemplate))
    throw new NotData("more data than is read without running it", start);
  const read: { readonly draft: unknown } = JSON.parse(json);
  return {
    kind: "data",
    draft: read.draft,
    checks: {
      ...(verify === null ? {} : { verify }),
      ...(verifyGranular === null ? {} : { verifyGranular }),
    },
  };
}

/** A value that stands in many places is written once for each. */
function fits(value: unknown, budget: Scope["budget"], depth: number): boolean {
  budget.left -= typeof value === "string" ? 1 + value.length / 16 : 1;
  if (budget.left < 0 || depth > deepestTemplate) return false;
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every((child) => fits(child, budget, depth + 1));
}

/** Functions and imports are there before the first statement. */
function hoist(statement: SourceNode, scope: Scope): void {
  if (statement.name === "FunctionDeclaration") {
    const definition = statement.children.find(({ name }) => name === "VariableDefinition");
    bind(definition ?? statement, readFunction(statement, scope), scope);
  }
  if (statement.name === "ImportDeclaration") readImport(statement, scope);
}

type ReadStatement = (statement: SourceNode, scope: Scope, exported: unknown[]) => void;

const statements: { readonly [name: string]: ReadStatement } = {
  ";": () => undefined,
  ImportDeclaration: () => undefined,
  FunctionDeclaration: () => undefined,
  VariableDeclaration: readConstants,
  ExportDeclaration: (statement, scope, exported) => {
    const [, keyword, value, ...others] = statement.children;
    const isPlain = keyword?.name === "default" && others.every(({ name }) => name === ";");
    if (!isPlain || value === undefined || exported.length > 0)
      throw new NotData("an export that is not only the default one", statement);
    exported.push(evaluate(value, scope));
  },
};

function readConstants(statement: SourceNode, scope: Scope): void {
  const [keyword, ...others] = statement.children;
  if (keyword?.name !== "const") throw new NotData(`a ${keyword?.name ?? "variable"}`, statement);
  const tokens = others.filter(({ name }) => name !== "," && name !== ";");
  for (let index = 0; index < tokens.length; index += 3) {
    const [definition, equals, value] = tokens.slice(index, index + 3);
    if (definition?.name !== "VariableDefinition" || equals?.name !== "Equals" || value === undefined)
      throw new NotData("a constant that is not one name and its value", statement);
    bind(definition, evaluateCheck(value, scope), scope);
  }
}

function bind(definition: SourceNode, value: unknown, scope: Scope): void {
  scope.values.set(newName(definition, scope), value);
}

/** Words that are no names in a module, where the grammar takes them for such. */
const reserved =
  /^(?:arguments|await|enum|eval|implements|interface|let|package|private|protected|public|static|yield)$/;

/** A name that is bound for the first time. */
function newName(definition: SourceNode, { source, values, imports }: Scope): string {
  const name = source.slice(definition.from, definition.to);
  if (values.has(name) || imports.has(name)) throw new NotData(`a second ${name}`, definition);
  if (reserved.test(name)) throw new NotData(`the name ${name}`, definition);
  return name;
}

function readImport(statement: SourceNode, scope: Scope): void {
  const { children } = statement;
  const names = children.map(({ name }) => name).join(" ");
  const from = children.find(({ name }) => name === "String");
  const specifier = from === undefined ? "" : scope.source.slice(from.from, from.to);
  const module = modules.get(/^(["'])(\w+)\1$/.exec(specifier)?.[2] ?? "");
  const group = children.find(({ name }) => name === "ImportGroup");
  const definition = children.find(({ name }) => name === "VariableDefinition");
  if (module === undefined) throw new NotData(`an import of ${specifier}`, statement);
  if (/^import Star as VariableDefinition from String( ;)?$/.test(names) && definition !== undefined)
    scope.imports.set(newName(definition, scope), module);
  else if (/^import ImportGroup from String( ;)?$/.test(names) && group !== undefined)
    for (const specifier of importSpecifiers(group)) importName(specifier, module, scope);
  else throw new NotData("an import of this form", statement);
}

/** What stands between the commas of an import's braces. */
function importSpecifiers({ children }: SourceNode): readonly (readonly SourceNode[])[] {
  const specifiers: SourceNode[][] = [[]];
  for (const child of children.slice(1, -1)) {
    if (child.name === ",") specifiers.push([]);
    else specifiers.at(-1)?.push(child);
  }
  // a comma may end the list
  return specifiers.at(-1)?.length === 0 ? specifiers.slice(0, -1) : specifiers;
}

function importName(nodes: readonly SourceNode[], module: Recorder, scope: Scope): void {
  const [imported, as, definition = imported] = nodes;
  const isPlain = nodes.length === 1 && imported?.name === "VariableDefinition";
  const isRenamed =
    nodes.length === 3 &&
    as?.name === "as" &&
    /^(VariableName|VariableDefinition)$/.test(imported?.name ?? "");
  if (imported === undefined || definition === undefined || !(isPlain || isRenamed))
    throw new NotData("an import of this form", imported ?? start);
  const name = scope.source.slice(imported.from, imported.to);
  const isNamespace = name === "z" && module === modules.get("zod");
  const found = isNamespace
    ? module
    : Object.hasOwn(module, name)
      ? module[name as keyof Recorder]
      : undefined;
  if (found === undefined) throw new NotData(`an import of ${name}`, imported);
  scope.imports.set(newName(definition, scope), found);
}
