import type * as z from "zod";
import { askNearest, isJsonObject, isSecretName, issueText, recordFrom } from "../../base/index.ts";
import { askNearestValue, keysAt } from "../problems/nearest-known.ts";
import { CheckpointError, maximumProblems } from "../problems/problem.ts";
import { parseYaml, placeInYaml, type YamlFault } from "./parse-yaml.ts";
import type { YamlPlace } from "./yaml-place.ts";

type Path = readonly PropertyKey[];

/** What is wrong with a file, each problem by the keys that lead to it. */
export class FormProblems {
  readonly #found: { readonly path: Path; readonly message: string; readonly key: boolean }[] = [];
  #total = 0;

  get total(): number {
    return this.#total;
  }

  /** @param key the key itself is wrong, not its value */
  add(path: Path, message: string, key = false): void {
    this.#total += 1;
    if (this.#found.length < maximumProblems) this.#found.push({ path, message, key });
  }

  /** The issues of a failed parse with `reportInput`; unknown keys with the nearest known one. */
  addIssues(schema: z.ZodType, error: z.ZodError, path: Path): void {
    for (const issue of error.issues) {
      const at = [...path, ...issue.path];
      if (issue.code !== "unrecognized_keys") this.addIssue(issue, at);
      else {
        const known = keysAt(schema, issue.path);
        for (const key of issue.keys) this.add([...at, key], unknownKey(key, known), true);
      }
    }
  }

  /** One issue that is not about unknown keys. */
  addIssue(issue: z.core.$ZodIssue, path: Path): void {
    this.add(path, problemText(issue));
  }

  /** The value as its schema reads it; undefined after adding every problem. */
  read<Value>(schema: z.ZodType<Value>, value: unknown, path: Path): Value | undefined {
    const parsed = schema.safeParse(value, { reportInput: true });
    if (parsed.success) return parsed.data;
    this.addIssues(schema, parsed.error, path);
    return undefined;
  }

  /** Throws when there are any. */
  throwIfAny(file: string, text: string): void {
    if (this.#total === 0) return;
    const place = placeReader(text);
    const problems = this.#found.map(({ path, message, key }) => ({ path: place({ path, key }), message }));
    throw new CheckpointError(file, problems, this.#total, "benchmark");
  }
}

/** An issue in words, with the nearest value that it knows. */
export function problemText(issue: z.core.$ZodIssue): string {
  return issueText(issue) + askNearestValue(issue, issue.input);
}

/** An object as its form reads it without the keys that the form has not, so that these hide nothing else; undefined where it does not fit even so. */
export function withoutWrongKeys<Shape extends z.ZodRawShape>(
  form: z.ZodObject<Shape>,
  value: unknown,
): z.output<z.ZodObject<Shape>> | undefined {
  if (!isJsonObject(value)) return undefined;
  const known = Object.entries(value).filter(([key]) => Object.hasOwn(form.shape, key));
  return form.safeParse(recordFrom(known)).data;
}

/** Throws for a text that is no YAML, with the first fault of each line: the others follow from it. */
export function throwFaults(file: string, text: string, faults: readonly YamlFault[]): never {
  const lines = lineReader(text);
  const placed = faults.map(({ offset, message }) => ({ path: lines(offset), message }));
  const firsts = Map.groupBy(placed, ({ path }) => path.replace(/,.*/, ""));
  const problems = [...firsts.values()].flatMap(([first]) => first ?? []);
  throw new CheckpointError(file, problems.slice(0, maximumProblems), problems.length, "benchmark");
}

/** Gives a place as people look for it: `line 7, column 5, questions[0].check`. Without line where there is too much text. */
export function placeReader(text: string): (place: YamlPlace) => string {
  const reading = parseYaml(text);
  if (!reading.ok) return ({ path }) => pathText(path).join("");
  const lines = lineReader(text);
  return (place) => [lines(placeInYaml(reading.root, place)), ...pathText(place.path)].join(", ");
}

/** Lines and columns of offsets, counted from 1. */
function lineReader(text: string): (offset: number) => string {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (offset) => {
    let line = 0;
    let end = starts.length;
    while (end - line > 1) {
      const middle = (line + end) >> 1;
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else end = middle;
    }
    return `line ${line + 1}, column ${offset - (starts[line] ?? 0) + 1}`;
  };
}

/** Nothing for the whole file. */
function pathText(path: Path): readonly string[] {
  const text = path.reduce<string>(
    (whole, step) =>
      typeof step === "number" ? `${whole}[${step}]` : `${whole}${whole === "" ? "" : "."}${String(step)}`,
    "",
  );
  return text === "" ? [] : [text.length > 100 ? `${text.slice(0, 100)}…` : text];
}

/** What says which models are asked, where they are and who pays. */
const settingName =
  /model|api|endpoint|interface|provider|preset|server|mcp|temperature|replicate|environment|^env$|url|host|header/i;

/** Settings that are near to no key of a file, however alike they look. */
const mainSetting = /^(?:models?|hosts?|url|presets?)$/;

/** What is said of a key that a benchmark file does not have. */
export function unknownKey(key: string, known: readonly string[]): string {
  const name = JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}…` : key);
  if (key === "<<") return "merge keys are not read: use defaults, or shared fields";
  const near = mainSetting.test(key) ? "" : askNearest(key, known).replace(/^, /, "; ");
  if (near === "" && (settingName.test(key) || isSecretName(key)))
    return `${name} is a setting of a run, and a benchmark sets none: give it in a preset or to karenina verify`;
  return `unknown key ${name}${near}`;
}
