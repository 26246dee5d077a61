import path from "node:path";
import {
  type CompareBy,
  type CompareOptions,
  type Comparison,
  compareModels,
  compareRuns,
  sideName,
} from "../../../analysis/index.ts";
import {
  type Results,
  type ResultsFile,
  shortModelName,
  type VerificationResult,
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
  readonly by: CompareBy;
  /** Models under test, judges or prompts, as a user names them; empty for all. */
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
  const nameOf = (metadata: Metadata) => sideName(metadata, choice.by);
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
    refuseLonely(chosen, single.path);
    if (choice.by === "prompt") {
      async function* inOrder() {
        for (const name of chosen?.keys() ?? []) yield* only(file.read(), new Set([name]));
      }
      return {
        comparison: await compareModels(inOrder(), { ...options, by: choice.by }),
        shortNames: new Map(),
      };
    }
    const sides = [...chosen.keys()].map((name) => ({ name, results: only(file.read(), new Set([name])) }));
    return { comparison: await compareRuns(sides, options), shortNames: unlike(chosen) };
  }
  const shortNames = new Map<string, string>();
  async function* noted(results: Results) {
    for await (const result of results) {
      shortNames.set(nameOf(result.metadata), shortName(result.metadata, choice.by));
      yield result;
    }
  }
  const comparison = await compareModels(noted(file.read()), { ...options, by: choice.by }).catch((error) => {
    refuseLonely(shortNames, single.path);
    throw error;
  });
  return { comparison, shortNames: unlike(shortNames) };
}

type Metadata = VerificationResult["metadata"];

const shortName = (metadata: Metadata, by: CompareBy): string =>
  by === "prompt" ? sideName(metadata, by) : shortModelName(metadata[by]);

function refuseLonely(models: ReadonlyMap<string, string>, file: string): void {
  if (models.size > 1) return;
  const [name] = models.keys();
  if (name === undefined) throw usageError(`There are no results in ${file}: nothing is to be compared.`);
  throw usageError(
    `There are not two sides to compare: ${name}.`,
    "Name a second file, or models of this one; --by parsing compares its judges, --by prompt its prompts.",
  );
}

/** The models that are meant, in the order in which they are named, with their short names. */
async function chosenModels(
  files: readonly NamedFile[],
  { by, models }: SideChoice,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { file } of files)
    for await (const { metadata } of file.read()) found.set(sideName(metadata, by), shortName(metadata, by));
  const among = Array.from(found, ([key, short]) => ({ key, names: [short, key] }));
  const hint = `There are: ${among.map(({ names: [short] }) => short).join(", ")}.`;
  const keys = models.flatMap((wanted) => [
    ...chooseName(wanted, { option: "--model", noun: by === "prompt" ? "prompt" : "model", among, hint }),
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
