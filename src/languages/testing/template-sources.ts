import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isJsonObject } from "../../base/index.ts";

const root = resolve(import.meta.dirname, "../../..");

/** The source of every template in the benchmark files of the examples and in the documents. */
export function templateSources(): readonly string[] {
  const inside = (folder: string, ending: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(ending) && !name.includes("node_modules"))
      .map((name) => readFileSync(join(root, folder, name), "utf8"));
  const stored = inside("examples", ".jsonld").flatMap((text) => textsIn(JSON.parse(text)));
  const documented = inside("docs", ".md").flatMap((page) =>
    [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text = ""]) => text),
  );
  return [...stored, ...documented].filter((text) => text.includes("export default answerTemplate("));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
