import { readFile } from "node:fs/promises";
import { createPatternEngine, isJsonObject, KareninaError } from "../../src/base/index.ts";
import { Benchmark, type Question, validateRubrics } from "../../src/benchmark/index.ts";
import { loadPreset } from "../../src/config/index.ts";
import { readPythonTemplate } from "../../src/languages/python/read-template.ts";
import { readTypeScriptTemplate, type StripTypes } from "../../src/languages/typescript/read-template.ts";
import { readJsonExport, readResultLog, resultToJson } from "../../src/result/index.ts";
import { templateFromDraft, validateTemplate } from "../../src/template/index.ts";

/** How files of one kind are opened, looked at and saved. Throws `KareninaError` for what is refused. */
export type Opening = (file: string) => Promise<void>;

const patterns = createPatternEngine();

/** Opened, every template read without running it, saved, and opened again: the same benchmark, and the same file. */
export const openBenchmark =
  (stripTypes: StripTypes): Opening =>
  async (file) => {
    const benchmark = await Benchmark.load(file);
    for (const question of benchmark) await readTemplate(question, stripTypes);
    validateRubrics(benchmark.content);
    benchmark.checkReadiness();
    const saved = await savedText(benchmark, file);
    const again = await Benchmark.load(file);
    if (!again.equals(benchmark)) throw new Error("the saved file holds another benchmark");
    if ((await savedText(again, file)) !== saved) throw new Error("what is saved twice differs");
  };

async function savedText(benchmark: Benchmark, file: string): Promise<string> {
  const text = await readFile(await benchmark.save(file), "utf8");
  return text.replaceAll(/"dateModified": ".*?"/g, "");
}

async function readTemplate({ template }: Question, stripTypes: StripTypes): Promise<void> {
  if (template?.kind !== "source") return;
  const { language, text } = template.source;
  try {
    const reading =
      language === "Python" ? readPythonTemplate(text) : await readTypeScriptTemplate(text, stripTypes);
    if (reading.kind !== "data") return;
    await validateTemplate(templateFromDraft(reading.draft, {}), { patterns });
  } catch (error) {
    if (!KareninaError.isInstance(error)) throw error;
  }
}

export const openPreset: Opening = async (file) => {
  const { config } = await loadPreset(file, { onlyLooked: true });
  if (!isJsonObject(config)) throw new Error("a preset is no object");
};

export const openExport: Opening = async (file) => {
  const { results } = await readJsonExport(file, { skipInvalid: true });
  for (const result of results) JSON.stringify(resultToJson(result));
};

export const openLog: Opening = async (file) => {
  for await (const result of readResultLog(file)) JSON.stringify(resultToJson(result));
};
