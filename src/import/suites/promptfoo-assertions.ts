import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  messageOf,
  toJavaScriptPattern,
} from "../../base/index.ts";
import { llmTrait, type RubricTrait, regexTrait } from "../../rubric/index.ts";
import { type CheckedField, type LeftPart, nameOf } from "./suite.ts";

/** What an assertion of promptfoo is here. */
export type Translated =
  | {
      readonly kind: "fields";
      readonly fields: readonly CheckedField[];
      readonly expected: readonly string[];
    }
  | { readonly kind: "trait"; readonly trait: RubricTrait }
  | { readonly kind: "reference"; readonly text: string; readonly left: LeftPart }
  | { readonly kind: "left"; readonly left: LeftPart };

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

type Pattern = { readonly substring: string } | { readonly pattern: string };

/** Assertions about the text of an answer; of those with a list all, or any, have to hold. */
const textual: {
  readonly [type: string]: {
    readonly of: "one" | "all" | "any";
    readonly pattern: (text: string) => Pattern;
    readonly says: string;
  };
} = {
  equals: { of: "one", pattern: (text) => ({ pattern: `\\A\\s*${escaped(text)}\\s*\\Z` }), says: "is" },
  contains: { of: "one", pattern: (text) => ({ substring: text }), says: "contains" },
  icontains: { of: "one", pattern: (text) => ({ pattern: `(?i)${escaped(text)}` }), says: "contains" },
  "contains-all": { of: "all", pattern: (text) => ({ substring: text }), says: "contains" },
  "icontains-all": { of: "all", pattern: (text) => ({ pattern: `(?i)${escaped(text)}` }), says: "contains" },
  "contains-any": { of: "any", pattern: (text) => ({ pattern: escaped(text) }), says: "contains any of" },
  "icontains-any": {
    of: "any",
    pattern: (text) => ({ pattern: `(?i)${escaped(text)}` }),
    says: "contains any of",
  },
  "starts-with": { of: "one", pattern: (text) => ({ pattern: `\\A${escaped(text)}` }), says: "begins with" },
  regex: { of: "one", pattern: (text) => ({ pattern: pythonPattern(text) }), says: "matches" },
};

const judged = ["llm-rubric", "g-eval", "model-graded-closedqa", "agent-rubric"];

/** What to do in place of what has no equivalent. */
const suggestions: { readonly [type: string]: string } = {
  similar: "the embedding check of a run, or a field with the check semantic_match",
  "is-json": "a template of code with its own `verify`, or a callable trait",
  "contains-json": "a template of code with its own `verify`, or a callable trait",
  javascript: "a template of code with its own `verify`, or a callable trait",
  python: "a template of code with its own `verify`, or a callable trait",
  ruby: "a template of code with its own `verify`, or a callable trait",
  webhook: "a stage of your own",
  cost: "the costs in every summary, and a gate on them",
  latency: "the times in every summary",
  "is-refusal": "`--abstention`: no answer is an outcome of its own",
  "context-faithfulness": "the retrieval trait `faithfulness`",
  "context-recall": "the retrieval trait `context_recall`",
  "context-relevance": "the retrieval trait `context_relevance`",
  "answer-relevance": "an LLM trait: does the answer say what was asked?",
  "select-best": "compare the runs: `karenina compare`",
  "max-score": "compare the runs: `karenina compare`",
};
const usual = "fields for what a right answer states, or a trait";

/** Reads one assertion. `taken`: names of fields and traits, to which its own are added. */
export function translateAssertion(
  assertion: JsonObject,
  {
    place,
    taken,
    render,
  }: { readonly place: string; readonly taken: Set<string>; readonly render: (text: string) => string },
): Translated {
  const said = typeof assertion.type === "string" ? assertion.type : "nothing";
  const isNegated = said.startsWith("not-");
  const type = isNegated ? said.slice(4) : said;
  const value = renderValue(assertion.value, render);
  const left = (what: string, suggestion: string): Translated => ({
    kind: "left",
    left: { place, what, suggestion },
  });
  if (typeof assertion.transform === "string")
    return left(`${said} with transform`, suggestions.javascript ?? usual);
  if (typeof value === "string" && value.startsWith("file://"))
    return left(`${said} with ${value}`, "put what the file says in its place, and import again");
  const metric = typeof assertion.metric === "string" ? assertion.metric : undefined;
  const rule = Object.hasOwn(textual, type) ? textual[type] : undefined;
  if (rule !== undefined) {
    const texts = textsOf(value);
    if (texts === undefined)
      return left(`${said} with a value that is no text`, suggestions["is-json"] ?? usual);
    const weight = typeof assertion.weight === "number" ? assertion.weight : undefined;
    const patterns = rule.of === "any" ? [anyOf(texts, rule.pattern)] : texts.map(rule.pattern);
    const fields = patterns.map((check, at): CheckedField => {
      const what = rule.of === "any" ? texts.join(", ") : (texts[at] ?? "");
      const name = nameOf(metric ?? `${said} ${what}`, taken);
      taken.add(name);
      return {
        ...{ name, schema: { type: "boolean" }, truth: !isNegated, weight },
        description: `The answer ${rule.says} ${JSON.stringify(what)}`,
        check: "substring" in check ? { type: "TraceContains", ...check } : { type: "TraceRegex", ...check },
      };
    });
    const why = unusable(patterns);
    if (why !== undefined)
      return left(`${said} ${JSON.stringify(texts.join(", "))}`, `write it as Python would: ${why}`);
    return { kind: "fields", fields, expected: isNegated || type === "regex" ? [] : texts };
  }
  if (judged.includes(type) && typeof value === "string" && !isNegated) {
    const name = nameOf(metric ?? value, taken);
    taken.add(name);
    return { kind: "trait", trait: llmTrait({ name, description: value, kind: "boolean" }) };
  }
  if (type === "factuality" && typeof value === "string") {
    const suggestion = "it is the reference answer now; say in fields what of it an answer must state";
    return { kind: "reference", text: value, left: { place, what: said, suggestion } };
  }
  return left(said, (Object.hasOwn(suggestions, type) ? suggestions[type] : undefined) ?? usual);
}

/** An assertion about all answers, as a trait; undefined where it is none that can be one. */
export function translateDefault(assertion: JsonObject, taken: Set<string>): RubricTrait | undefined {
  const plain = translateAssertion(assertion, { place: "", taken, render: (text) => text });
  if (plain.kind === "trait") return plain.trait;
  if (plain.kind !== "fields" || plain.fields.length !== 1) return undefined;
  const [field] = plain.fields;
  if (field === undefined) return undefined;
  const { name, description, truth, check } = field;
  const pattern = typeof check.pattern === "string" ? check.pattern : escaped(String(check.substring));
  return regexTrait({ name, description, pattern, invertResult: truth === false });
}

/** Patterns are written for JavaScript there, and for Python here; names of groups are the difference that is seen most. */
const pythonPattern = (pattern: string): string =>
  pattern.replaceAll(/\(\?<(?![=!])/g, "(?P<").replaceAll(/\\k<(\w+)>/g, "(?P=$1)");

/** What is wrong with one of the patterns. */
function unusable(patterns: readonly Pattern[]): string | undefined {
  try {
    for (const one of patterns) if ("pattern" in one) toJavaScriptPattern(one.pattern);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function anyOf(texts: readonly string[], pattern: (text: string) => Pattern): Pattern {
  const parts = texts.map((text) => {
    const made = pattern(text);
    return "pattern" in made ? made.pattern : escaped(made.substring);
  });
  const ignoresCase = parts.every((part) => part.startsWith("(?i)"));
  const bare = parts.map((part) => (ignoresCase ? part.slice(4) : part));
  return { pattern: `${ignoresCase ? "(?i)" : ""}(?:${bare.join("|")})` };
}

function textsOf(value: JsonValue | undefined): readonly string[] | undefined {
  const list = Array.isArray(value) ? value : [value];
  const texts = list.map((one) =>
    one === undefined || one === null || typeof one === "object" ? undefined : String(one),
  );
  return texts.length > 0 && texts.every((one) => one !== undefined && one !== "")
    ? texts.flatMap((one) => one ?? [])
    : undefined;
}

function renderValue(value: JsonValue | undefined, render: (text: string) => string): JsonValue | undefined {
  if (typeof value === "string") return render(value);
  return Array.isArray(value) ? value.map((one) => (typeof one === "string" ? render(one) : one)) : value;
}

/** The assertions of a list, those of sets beside the others; what is none of them is told. */
export function assertionsOf(
  value: JsonValue | undefined,
  place: string,
): {
  readonly found: readonly { readonly assertion: JsonObject; readonly place: string }[];
  readonly left: readonly LeftPart[];
} {
  const left: LeftPart[] = [];
  const list = Array.isArray(value) ? value : [];
  const found = list.flatMap((one, index) => {
    const at = `${place}[${index}]`;
    if (!isJsonObject(one)) {
      left.push({ place: at, what: "an assertion that is no object", suggestion: "write it out" });
      return [];
    }
    if (one.type !== "assert-set") return [{ assertion: one, place: at }];
    if (typeof one.threshold === "number" && one.threshold < 1)
      left.push({
        ...{ place: at, what: `assert-set with threshold ${one.threshold}` },
        suggestion: "all of it has to pass here; write `pass: {at_least: …}` beside the fields",
      });
    const inner = assertionsOf(one.assert, `${at}.assert`);
    left.push(...inner.left);
    return inner.found;
  });
  return { found, left };
}
