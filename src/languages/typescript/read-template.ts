import type {
  ExportDefaultDeclaration,
  ImportDeclaration,
  ImportSpecifier,
  Program,
  VariableDeclaration,
} from "acorn";
import type { LruCache } from "../../base/index.ts";
import { authoringModules, deepestTemplate, describeTemplate } from "../../sandbox/index.ts";
import type { TemplateReading } from "../template-reading.ts";
import {
  type ConstantCalls,
  evaluate,
  evaluateCheck,
  nameOf,
  type Recorder,
  readFunction,
  type Scope,
} from "./evaluate-expression.ts";
import { NotData } from "./not-data.ts";
import { nodesOf, parseJavaScript } from "./parse-javascript.ts";
import { programOfShape, type ShapedProgram, shapedProgram, shapeOf } from "./source-shape.ts";

/** Longest source that is read, in UTF-16 units: a template written by hand has a few thousand. */
const longestSource = 100_000;

/** How many values and parts of texts may be made of a source. */
const mostValues = 50_000;

/** How much of a text counts as a value: the sandbox lets no more out than a million signs, of which six may stand for one. */
const charactersOfValue = 3;

const modules = authoringModules();

/** Trees of sources by their shape, kept by whoever reads many. */
export type JavaScriptShapes = LruCache<string, ShapedProgram | undefined>;

/** Blanks the types of source, every sign in its place. Rejects where they cannot be read. */
export type StripTypes = (source: string) => Promise<string>;

/**
 * Reads the source of a template as data, without running anything: imports of what authors templates with, constants,
 * literals and authoring calls. Custom checks are taken as text. Whatever else stands there is "code", also what is
 * wrong, so that the sandbox says what it is: data read here is what the sandbox would make of it.
 *
 * @param stripTypes asked only for source that is no JavaScript, or whose functions could hold types
 * @param shapes trees that one who reads many templates keeps: most differ in texts, numbers and names alone
 * @example
 * const reading = await readTypeScriptTemplate(source, stripTypes);
 * const template = reading.kind === "data" ? templateFromDraft(reading.draft) : await sandboxed(source);
 */
export async function readTypeScriptTemplate(
  source: string,
  stripTypes: StripTypes,
  shapes?: JavaScriptShapes,
): Promise<TemplateReading> {
  const isReadable = source.length <= longestSource && source.isWellFormed() && !source.includes("\0");
  if (!isReadable)
    return { kind: "code", construct: "source of this length or with signs that no text has", line: 1 };
  return readShaped(source, shapes) ?? readWhole(source, stripTypes);
}

/** What a source says by the tree of its shape; undefined where that is not kept, or no data: its places are another's. */
function readShaped(source: string, shapes: JavaScriptShapes | undefined): TemplateReading | undefined {
  const shape = shapes === undefined ? undefined : shapeOf(source);
  if (shapes === undefined || shape === undefined) return undefined;
  const parse = () => {
    const program = parseJavaScript(source);
    return program === undefined ? undefined : shapedProgram(program, shape);
  };
  const known = shapes.getOrCreate(shape.key, parse, shape.key.length);
  if (known === undefined) return undefined;
  const reading = readProgram(source, programOfShape(known, shape.words), known.constants);
  return reading.kind === "data" ? reading : undefined;
}

async function readWhole(source: string, stripTypes: StripTypes): Promise<TemplateReading> {
  const program = parseJavaScript(source);
  const reading = program === undefined ? undefined : readProgram(source, program);
  // as in the sandbox: JavaScript is not stripped, unless it holds what could be types in angle brackets
  const mayBeTyped = reading === undefined || (hasChecks(reading) && /<[\s\S]*(?<!=)>/.test(source));
  if (!mayBeTyped) return reading;
  const stripped = await stripTypes(source).catch(() => undefined);
  const untyped = stripped?.length === source.length ? parseJavaScript(stripped) : undefined;
  if (stripped === undefined || untyped === undefined)
    return { kind: "code", construct: "a syntax error", line: 1 };
  return readProgram(stripped, untyped);
}

function hasChecks(reading: TemplateReading): boolean {
  return reading.kind === "data" && Object.keys(reading.checks).length > 0;
}

function readProgram(source: string, program: Program, shaped?: ConstantCalls): TemplateReading {
  try {
    // names in shapes are those that every interpreter knows
    if (shaped === undefined) refuseOddNames(source, program);
    return readStatements(source, program, shaped);
  } catch (error) {
    if (error instanceof NotData)
      return { kind: "code", construct: error.construct, line: source.slice(0, error.at).split("\n").length };
    // the stack's end; there is no other error of a range
    if (error instanceof RangeError) return { kind: "code", construct: "source nested this deeply", line: 1 };
    throw error;
  }
}

const beginning = { start: 0 };

function readStatements(
  source: string,
  program: Program,
  constants: ConstantCalls = new Map(),
): TemplateReading {
  const scope: Scope = {
    source,
    values: new Map(),
    imports: new Map(),
    functions: new Map(),
    budget: { left: mostValues },
    constants,
  };
  // functions and imports are there before the first statement
  for (const statement of program.body) {
    if (statement.type === "FunctionDeclaration")
      scope.values.set(statement.id.name, readFunction(statement, scope));
    else if (statement.type === "ImportDeclaration") readImport(statement, scope);
  }
  let exported: { readonly value: unknown } | undefined;
  for (const statement of program.body) {
    if (statement.type === "VariableDeclaration") readConstants(statement, scope);
    else if (statement.type === "ExportDefaultDeclaration")
      exported = { value: readExport(statement, scope) };
    else if (!/^(?:Empty|Function|Import)(?:Statement|Declaration)$/.test(statement.type))
      throw new NotData(nameOf(statement), statement);
  }
  if (exported === undefined) throw new NotData("a file without a default export", beginning);
  return describe(exported.value, scope);
}

/** Interpreters need not know the same letters. */
function refuseOddNames(source: string, program: Program): void {
  if (!/[^\n -~]/.test(source)) return;
  for (const node of nodesOf(program)) {
    const name = "name" in node ? node.name : undefined;
    if (typeof name === "string" && !/^[\w$\p{L}]+$/u.test(name)) throw new NotData("an unusual name", node);
  }
}

function describe(template: unknown, { functions, budget }: Scope): TemplateReading {
  let described: ReturnType<typeof describeTemplate>;
  try {
    described = describeTemplate(template, (check) => functions.get(check) ?? "");
  } catch (error) {
    throw NotData.from(error, beginning);
  }
  const { draft, verify, verifyGranular } = described;
  return {
    kind: "data",
    draft: isPlain(draft, budget, 0) ? draft : JSON.parse(JSON.stringify(draft)),
    checks: {
      ...(verify === null ? {} : { verify }),
      ...(verifyGranular === null ? {} : { verifyGranular }),
    },
  };
}

/**
 * Whether a value that literals made is JSON as it stands, which is what comes out of the sandbox. Every place where it
 * stands is charged for: there it is written anew.
 */
function isPlain(value: unknown, budget: Scope["budget"], depth: number): boolean {
  budget.left -= typeof value === "string" ? 1 + value.length / charactersOfValue : 1;
  if (budget.left < 0 || depth > deepestTemplate)
    throw new NotData("more data than is read without running it", beginning);
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== "object") return typeof value === "string" || typeof value === "boolean";
  if (value === null) return true;
  if (Array.isArray(value)) {
    let isPlainList = true;
    for (const item of value) isPlainList = isPlain(item, budget, depth + 1) && isPlainList;
    return isPlainList;
  }
  let areAll = Object.getPrototypeOf(value) === Object.prototype;
  for (const key of Object.keys(value)) {
    budget.left -= key.length / charactersOfValue;
    areAll = isPlain(Reflect.get(value, key), budget, depth + 1) && areAll;
  }
  return areAll;
}

function readConstants(statement: VariableDeclaration, scope: Scope): void {
  if (statement.kind !== "const") throw new NotData(`a ${statement.kind}`, statement);
  for (const { id, init, start } of statement.declarations) {
    if (id.type !== "Identifier" || init === null || init === undefined)
      throw new NotData("a constant that is not one name and its value", { start });
    scope.values.set(id.name, evaluateCheck(init, scope));
  }
}

function readExport(statement: ExportDefaultDeclaration, scope: Scope): unknown {
  const { declaration } = statement;
  if (declaration.type === "FunctionDeclaration" || declaration.type === "ClassDeclaration")
    throw new NotData("an export of a function", statement);
  return evaluate(declaration, scope);
}

function readImport(statement: ImportDeclaration, scope: Scope): void {
  const { source, specifiers } = statement;
  const module = typeof source.value === "string" ? modules.get(source.value) : undefined;
  if (module === undefined) throw new NotData(`an import of ${source.raw}`, statement);
  for (const specifier of specifiers) {
    if (specifier.type === "ImportDefaultSpecifier") throw new NotData("an import of this form", specifier);
    const found = specifier.type === "ImportNamespaceSpecifier" ? module : importedMember(specifier, module);
    scope.imports.set(specifier.local.name, found);
  }
}

function importedMember(specifier: ImportSpecifier, module: Recorder): Recorder {
  const { imported } = specifier;
  const name = imported.type === "Identifier" ? imported.name : "";
  if (name === "z" && module === modules.get("zod")) return module;
  const found = Object.hasOwn(module, name) ? module[name as keyof Recorder] : undefined;
  if (found === undefined) throw new NotData(`an import of ${name}`, specifier);
  return found;
}
