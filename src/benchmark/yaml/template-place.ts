import { isJsonObject, type JsonValue } from "../../base/index.ts";
import type { TemplateProblem } from "../../template/index.ts";
import type { BenchmarkContent } from "../benchmark-content.ts";
import { placeReader } from "./form-problems.ts";
import { parseYaml } from "./parse-yaml.ts";
import type { YamlPlace } from "./yaml-place.ts";

/** What keys of a template are called in a file, where that is something else. */
const keys: ReadonlyMap<string, string> = new Map([
  ["groundTruth", "truth"],
  ["verifyWith", "check"],
  ["strategy", "pass"],
]);

/** Where in a question something is wrong with its template. */
export function placeInQuestion(question: JsonValue, { at }: TemplateProblem): YamlPlace {
  const form = isJsonObject(question) ? question : {};
  const [first = "", name, key, ...inside] = at;
  const said = key === undefined ? undefined : (keys.get(key) ?? key);
  if (first === "strategy") return { path: ["pass"] };
  if ((first !== "fields" && first !== "regex") || name === undefined) return { path: [] };
  const part = isJsonObject(form[first]) ? form[first] : undefined;
  // the one field of a question that is written at the question itself
  if (part === undefined) return { path: said === undefined ? [] : [said === "truth" ? "answer" : said] };
  if (said === undefined || said === "name") return { path: [first, name], key: true };
  const own = part[name];
  // a truth that is written alone
  if (!isJsonObject(own)) return { path: [first, name] };
  return { path: [first, name, said in own || said !== "truth" ? said : "conditional_truth", ...inside] };
}

/** Says where in its file something is wrong with a question's template; null for what is no YAML. The file is looked at when asked. */
export function templatePlaces(
  content: BenchmarkContent,
): (questionId: string, problem: TemplateProblem) => string | null {
  let opened:
    | { readonly forms: readonly JsonValue[]; readonly place: (place: YamlPlace) => string }
    | undefined;
  return (questionId, problem) => {
    if (content.yaml === undefined) return null;
    opened ??= openForms(content.yaml.text);
    const index = content.questions.findIndex(({ id }) => id === questionId);
    const form = opened.forms[index];
    if (form === undefined) return null;
    const { path, key = false } = placeInQuestion(form, problem);
    return opened.place({ path: ["questions", index, ...path], key });
  };
}

function openForms(written: string) {
  const text = written.replace(/^\ufeff/, "");
  const reading = parseYaml(text);
  const value = reading.ok && isJsonObject(reading.value) ? reading.value.questions : undefined;
  return { forms: Array.isArray(value) ? value : [], place: placeReader(text) };
}
