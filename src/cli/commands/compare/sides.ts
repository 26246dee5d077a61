import path from "node:path";
import { type CompareOptions, type Comparison, compareModels, compareRuns } from "../../../analysis/index.ts";
import {
  answeringModel,
  parsingModel,
  type Results,
  type ResultsFile,
  shortModelName,
} from "../../../result/index.ts";
import { usageError } from "../../failure.ts";
import { chooseName } from "../show/choose-name.ts";

/** A file of results as it was named. */
export interface NamedFile {
  readonly path: string;
  readonly file: ResultsFile;
}

/** Which results are compared. */
interface SideChoice {
  readonly by: "answering" | "parsing";
  /** Models under test, or judges, as a user names them; empty for all. */
  readonly models: readonly string[];
}

/** A comparison, and what its sides are called in few characters. */
interface ComparedSides {
  readonly comparison: Comparison;
  readonly shortNames: ReadonlyMap<string, string>;
}

/**
 * Compares files, or the models within one; where models are chosen, only their results.
 *
 * @throws KareninaError `configuration` where there are not two sides, or a model is not there.
 */
export async function compareFiles(
  files: readonly NamedFile[],
  choice: SideChoice,
  options: CompareOptions,
): Promise<ComparedSides> {
  const nameOf = choice.by === "answering" ? answeringModel : parsingModel;
  const chosen = choice.models.length === 0 ? undefined : await chosenModels(files, choice);

  async function* only(results: Results, wanted: ReadonlySet<string>) {
    for await (const result of results) if (wanted.has(nameOf(result.metadata))) yield result;
  }

  const [single] = files;
  if (files.length > 1 || single === undefined) {
    const names = sideNames(files.map((each) => each.path));
    const wanted = chosen && new Set(chosen.keys());
    const runs = files.map(({ file }, at) => ({
      name: names[at] ?? "",
      results: wanted === undefined ? file.read() : only(file.read(), wanted),
    }));
    return { comparison: await compareRuns(runs, options), shortNames: new Map() };
  }
  const { file } = single;
  if (chosen !== undefined) {
    refuseLonely(chosen);
    const sides = [...chosen.keys()].map((name) => ({ name, results: only(file.read(), new Set([name])) }));
    return { comparison: await compareRuns(sides, options), shortNames: unlike(chosen) };
  }
  const shortNames = new Map<string, string>();
  async function* noted(results: Results) {
    for await (const result of results) {
      shortNames.set(nameOf(result.metadata), shortModelName(result.metadata[choice.by]));
      yield result;
    }
  }
  const comparison = await compareModels(noted(file.read()), { ...options, by: choice.by }).catch((error) => {
    refuseLonely(shortNames);
    throw error;
  });
  return { comparison, shortNames: unlike(shortNames) };
}

function refuseLonely(models: ReadonlyMap<string, string>): void {
  if (models.size > 1) return;
  const [name = "none"] = models.keys();
  throw usageError(
    `There are not two sides to compare: ${name}.`,
    "Name a second file, or models of this one; --by parsing compares its judges.",
  );
}

/** The models that are meant, in the order in which they are named, with their short names. */
async function chosenModels(
  files: readonly NamedFile[],
  { by, models }: SideChoice,
): Promise<Map<string, string>> {
  const nameOf = by === "answering" ? answeringModel : parsingModel;
  const found = new Map<string, string>();
  for (const { file } of files)
    for await (const { metadata } of file.read()) found.set(nameOf(metadata), shortModelName(metadata[by]));
  const among = Array.from(found, ([key, short]) => ({ key, names: [short, key] }));
  const hint = `There are: ${among.map(({ names: [short] }) => short).join(", ")}.`;
  const keys = models.flatMap((wanted) => [
    ...chooseName(wanted, { option: "--model", noun: "model", among, hint }),
  ]);
  return new Map(keys.map((key) => [key, found.get(key) ?? key]));
}

/** Short names that no other model has. */
function unlike(shortOf: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const shorts = [...shortOf.values()];
  return new Map([...shortOf].filter(([, short]) => shorts.indexOf(short) === shorts.lastIndexOf(short)));
}

/** File names without their ending where they differ, else the paths. */
function sideNames(paths: readonly string[]): readonly string[] {
  const names = paths.map((file) => path.basename(file, path.extname(file)));
  const candidates = [names, paths, paths.map((file, at) => `${file} (${at + 1})`)];
  return candidates.find((list) => new Set(list).size === list.length) ?? paths;
}
