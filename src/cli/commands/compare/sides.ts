import path from "node:path";
import {
  type CompareBy,
  type CompareOptions,
  type Comparison,
  compareModels,
  compareRuns,
  sideName,
} from "../../../analysis/index.ts";
import { type ResultsFile, shortModelName } from "../../../result/index.ts";
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
  const chosen = choice.models.length === 0 ? undefined : await chosenModels(files, choice);
  const meant = { ...options, ...(chosen && { only: [...chosen.keys()] }) };
  const [single] = files;
  if (files.length > 1 || single === undefined) {
    const names = sideNames(files.map((each) => each.path));
    const runs = files.map(({ file }, at) => ({
      name: names[at] ?? "",
      results: file.read(),
      walks: file.walks(),
    }));
    return { comparison: await compareRuns(runs, meant), shortNames: new Map() };
  }
  const { file } = single;
  const seen = new Map<string, string>();
  const shortNames = chosen ?? seen;
  if (chosen !== undefined) refuseLonely(chosen, single.path);
  const note = (of: SideOf) => seen.set(sideName(of, choice.by), shortName(of, choice.by));
  const walks = passing(file.walks(), note);
  const comparison = await compareModels(
    passing(file.read(), ({ metadata }) => note(metadata)),
    { ...meant, by: choice.by, walks },
  ).catch((error) => {
    refuseLonely(shortNames, single.path);
    throw error;
  });
  return { comparison, shortNames: choice.by === "prompt" ? new Map() : unlike(shortNames) };
}

type SideOf = Parameters<typeof sideName>[0];

/** All that is read, and noted on the way. */
async function* passing<One>(all: Iterable<One> | AsyncIterable<One>, note: (one: One) => void) {
  for await (const one of all) {
    note(one);
    yield one;
  }
}

/** Whose a result or a walk is, in few characters. */
function shortName(metadata: SideOf, by: CompareBy): string {
  const model = by === "prompt" ? null : metadata[by];
  return model === null ? sideName(metadata, by) : shortModelName(model);
}

/** The names of all that is compared, with their short names. */
async function modelsOf(files: readonly NamedFile[], { by }: SideChoice): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const note = (of: SideOf) => found.set(sideName(of, by), shortName(of, by));
  for (const { file } of files) {
    for await (const { metadata } of file.read()) note(metadata);
    for await (const walk of file.walks()) note(walk);
  }
  return found;
}

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
async function chosenModels(files: readonly NamedFile[], choice: SideChoice): Promise<Map<string, string>> {
  const { by, models } = choice;
  const found = await modelsOf(files, choice);
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
