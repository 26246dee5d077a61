import { parseDocument } from "yaml";
import { isJsonObject, type JsonObject, type JsonValue, KareninaError, messageOf } from "../../base/index.ts";
import type { QuestionInput } from "../../benchmark/index.ts";
import type { RubricTrait } from "../../rubric/index.ts";
import { assertionsOf, translateAssertion, translateDefault } from "./promptfoo-assertions.ts";
import { type CheckedField, type LeftPart, type Suite, templateOf } from "./suite.ts";

/** Questions that lists of variables may multiply to. */
const mostQuestions = 100_000;

/** True for what a configuration of promptfoo looks like. */
export const isPromptfoo = (value: unknown): value is JsonObject =>
  typeof value === "object" &&
  value !== null &&
  !("karenina" in value) &&
  ("prompts" in value || "tests" in value);

/** The value of a text in YAML; nothing in it is run. Throws `invalid_input` for what is none. */
export function parseForeignYaml(text: string, name: string): JsonValue {
  const document = parseDocument(text, { merge: true, schema: "core", logLevel: "error" });
  const refuse = (why: string) =>
    new KareninaError("invalid_input", `${name} is not YAML that can be read: ${why.split("\n")[0]}`);
  const [fault] = document.errors;
  if (fault !== undefined) throw refuse(fault.message);
  try {
    return document.toJS({ maxAliasCount: 1000 });
  } catch (error) {
    throw refuse(messageOf(error));
  }
}

/**
 * The suite of a `promptfooconfig.yaml`: tests are questions, assertions about their text checks that ask no judge, rubrics traits. What has no
 * equivalent stands in `left`, and with its question under the property `promptfoo`. Files that it names are not read.
 */
export function promptfooSuite(config: JsonObject, name: string): Suite {
  const left: LeftPart[] = [];
  const defaults = isJsonObject(config.defaultTest) ? config.defaultTest : {};
  const names = new Set<string>();
  const rubric = defaultTraits(defaults, names, left);
  left.push(...otherParts(config), ...otherTestParts(defaults, "defaultTest"));
  const prompts = promptsOf(config.prompts, left);
  const given = Array.isArray(config.tests) ? config.tests : [];
  if (config.tests !== undefined && !Array.isArray(config.tests))
    left.push({
      place: "tests",
      what: JSON.stringify(config.tests).slice(0, 80),
      suggestion: "import that file by itself",
    });
  const questions = given.flatMap((test, index): readonly QuestionInput[] => {
    const place = `tests[${index}]`;
    if (isJsonObject(test))
      return testQuestions(test, { place, prompts, defaults, rubricNames: names, left });
    left.push({ place, what: JSON.stringify(test).slice(0, 80), suggestion: "import that file by itself" });
    return [];
  });
  if (questions.length > 0) left.push(...promptParts(prompts));
  const title = typeof config.description === "string" ? config.description : name;
  return { system: "promptfoo", name: title, questions, rubric, answers: [], left };
}

const partSuggestions: { readonly [key: string]: string } = {
  providers: "name answering models in a preset, or by flags",
  targets: "name answering models in a preset, or by flags",
  scenarios: "write their tests out as questions",
  transform: "a stage of your own",
  redteam: "no equivalent",
  env: "set the variables where the run is started",
  evaluateOptions: "--concurrency, --replicate-count and --cache of a run",
  outputPath: "--output of a run",
  nunjucksFilters: "write prompts out without filters",
  extensions: "a stage of your own",
  derivedMetrics: "SQL over the run: `karenina query`",
};

function otherParts(config: JsonObject): readonly LeftPart[] {
  const read = ["prompts", "tests", "defaultTest", "description", "$schema"];
  return Object.keys(config)
    .filter((key) => !read.includes(key))
    .map((key) => ({
      place: key,
      what: key,
      suggestion: (Object.hasOwn(partSuggestions, key) ? partSuggestions[key] : undefined) ?? "no equivalent",
    }));
}

const testSuggestions: { readonly [key: string]: string } = {
  options: "settings of a run",
  threshold: "all assertions have to pass here; write `pass: {at_least: …}` beside the fields",
  provider: "name answering models in a preset, or by flags",
  providerOutput: "judge answers that exist: `karenina judge`",
  assertScoringFunction: "a template of code with its own `verifyGranular`",
};

function otherTestParts(test: JsonObject, place: string): readonly LeftPart[] {
  const read = ["vars", "assert", "description", "metadata"];
  return Object.keys(test)
    .filter((key) => !read.includes(key))
    .map((key) => ({
      place: `${place}.${key}`,
      what: key,
      suggestion: (Object.hasOwn(testSuggestions, key) ? testSuggestions[key] : undefined) ?? "no equivalent",
    }));
}

function defaultTraits(defaults: JsonObject, names: Set<string>, left: LeftPart[]): readonly RubricTrait[] {
  const all = assertionsOf(defaults.assert, "defaultTest.assert");
  left.push(...all.left);
  return all.found.flatMap(({ assertion, place }) => {
    const trait = translateDefault(assertion, names);
    if (trait !== undefined) return [trait];
    const one = translateAssertion(assertion, { place, taken: new Set(), render: (text) => text });
    left.push(
      "left" in one
        ? one.left
        : { place, what: String(assertion.type), suggestion: "a trait for each of its texts" },
    );
    return [];
  });
}

interface Prompt {
  readonly place: string;
  readonly text: string;
}

function promptsOf(value: JsonValue | undefined, left: LeftPart[]): readonly Prompt[] {
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return list.flatMap((one, index) => {
    const place = `prompts[${index}]`;
    const text = isJsonObject(one) ? (one.raw ?? one.id) : one;
    if (
      typeof text === "string" &&
      !/^(?:file|exec):\/\/|\.(?:txt|json|ya?ml|py|js|ts|md|csv)$/.test(text.trim())
    )
      return [{ place, text }];
    left.push({
      place,
      what: JSON.stringify(text ?? one).slice(0, 80),
      suggestion: "put what the file says in its place, and import again",
    });
    return [];
  });
}

const variable = /\{\{-?\s*([\w.]+)\s*-?\}\}/g;

/** Variables in the place of their names; one that is not known, and what is more than a name, stays. */
const rendered = (text: string, vars: JsonObject): string =>
  text.replaceAll(variable, (whole, name: string) => {
    const value = Object.hasOwn(vars, name) ? vars[name] : undefined;
    return value === undefined || value === null
      ? whole
      : typeof value === "string"
        ? value
        : JSON.stringify(value);
  });

interface TestPlace {
  readonly place: string;
  readonly prompts: readonly Prompt[];
  readonly defaults: JsonObject;
  /** Names of traits of all answers. */
  readonly rubricNames: ReadonlySet<string>;
  readonly left: LeftPart[];
}

function testQuestions(test: JsonObject, at: TestPlace): readonly QuestionInput[] {
  const { place, defaults, left } = at;
  left.push(...otherTestParts(test, place));
  const own = isJsonObject(test.vars) ? test.vars : {};
  if (typeof test.vars === "string")
    left.push({
      place: `${place}.vars`,
      what: test.vars,
      suggestion: "put what the file says in its place, and import again",
    });
  const common = isJsonObject(defaults.vars) ? defaults.vars : {};
  return combinations({ ...common, ...own }, place).map((vars) => testQuestion(test, vars, at));
}

/** A variable that is a list stands for a test with each of its values. */
function combinations(vars: JsonObject, place: string): readonly JsonObject[] {
  return Object.entries(vars).reduce<readonly JsonObject[]>(
    (all, [key, value]) => {
      const values = Array.isArray(value) ? value : [value];
      if (all.length * values.length > mostQuestions)
        throw new KareninaError(
          "invalid_input",
          `${place}.vars: its lists stand for more than ${mostQuestions} tests.`,
        );
      return all.flatMap((one) => values.map((each) => ({ ...one, [key]: each })));
    },
    [{}],
  );
}

const referenceNames = [
  "expected",
  "expected_answer",
  "expectedAnswer",
  "answer",
  "reference",
  "ground_truth",
  "ideal",
];

function testQuestion(
  test: JsonObject,
  vars: JsonObject,
  { place, prompts, rubricNames, left }: TestPlace,
): QuestionInput {
  const fields: CheckedField[] = [];
  const traits: RubricTrait[] = [];
  const expected: string[] = [];
  const untold: JsonValue[] = [];
  const taken = new Set(rubricNames);
  const render = (text: string) => rendered(text, vars);
  const all = assertionsOf(test.assert, `${place}.assert`);
  left.push(...all.left);
  for (const { assertion, place: at } of all.found) {
    const one = translateAssertion(assertion, { place: at, taken, render });
    if (one.kind === "fields") {
      fields.push(...one.fields);
      expected.push(...one.expected);
    } else if (one.kind === "trait") traits.push(one.trait);
    else {
      left.push(one.left);
      untold.push(assertion);
      if (one.kind === "reference") expected.unshift(one.text);
    }
  }
  const named = referenceNames
    .map((name) => (Object.hasOwn(vars, name) ? vars[name] : undefined))
    .find((one) => typeof one === "string");
  const { question, used } = questionText(prompts, vars, test);
  const rest = Object.entries(vars).filter(([key, value]) => !used.has(key) && value !== null);
  const metadata = {
    ...(isJsonObject(test.metadata) ? test.metadata : {}),
    ...Object.fromEntries(rest),
    ...(typeof test.description === "string" && { description: test.description }),
    ...(untold.length > 0 && { promptfoo: untold }),
  };
  const rawAnswer = typeof named === "string" && named !== "" ? named : expected.join(", ");
  return {
    question,
    rawAnswer: rawAnswer === "" ? "See its checks and traits." : rawAnswer,
    finished: untold.length === 0 && fields.length + traits.length > 0,
    ...(fields.length > 0 && { template: templateOf(fields) }),
    ...(traits.length > 0 && { rubric: traits }),
    ...(Object.keys(metadata).length > 0 && { customMetadata: metadata }),
  };
}

const questionNames = ["question", "query", "input", "prompt", "user_input", "message"];

/** What is asked: the one variable that is a question, else the first prompt with its variables. */
function questionText(
  prompts: readonly Prompt[],
  vars: JsonObject,
  test: JsonObject,
): { readonly question: string; readonly used: ReadonlySet<string> } {
  const inPrompts = new Set(
    prompts.flatMap(({ text }) => Array.from(text.matchAll(variable), ([, name = ""]) => name)),
  );
  const asked = Object.keys(vars).filter((name) => inPrompts.has(name));
  const [only] = asked;
  const named = questionNames.find((name) => typeof vars[name] === "string");
  const chosen = asked.length === 1 ? only : asked.length === 0 ? named : undefined;
  const value = chosen === undefined ? undefined : vars[chosen];
  if (chosen !== undefined && typeof value === "string" && value.trim() !== "")
    return { question: value, used: new Set([chosen]) };
  const [first] = prompts;
  if (first !== undefined) return { question: rendered(first.text, vars), used: inPrompts };
  const description = typeof test.description === "string" ? test.description : JSON.stringify(vars);
  return { question: description, used: new Set() };
}

/** Prompts that say more than the variable that became the question. */
function promptParts(prompts: readonly Prompt[]): readonly LeftPart[] {
  const [first, ...others] = prompts;
  const alone = (text: string) => text.replaceAll(variable, "").trim() === "";
  const names = (text: string) => new Set(Array.from(text.matchAll(variable), ([, name]) => name)).size;
  const suggestion = "ask every question with it: `--prompts FILE`, where the variable is called question";
  return [
    ...(first !== undefined && names(first.text) === 1 && !alone(first.text)
      ? [{ place: first.place, what: JSON.stringify(first.text.slice(0, 80)), suggestion }]
      : []),
    ...others
      .filter(({ text }) => !alone(text))
      .map(({ place, text }) => ({ place, what: JSON.stringify(text.slice(0, 80)), suggestion })),
  ];
}
