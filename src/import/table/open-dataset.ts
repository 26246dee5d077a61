import { open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { askNearest, KareninaError, pluralize } from "../../base/index.ts";

/** A part of a dataset in a folder: the files of one split, all of one form. */
export interface Dataset {
  /** The folder's, as messages call it. */
  readonly name: string;
  readonly split: string;
  /** In the order of their rows. */
  readonly files: readonly string[];
  /** All splits that are there, this one too. */
  readonly splits: readonly string[];
}

/** Which split of several is read. */
export interface DatasetOptions {
  readonly split?: string | undefined;
  /** Asked where several are there and none is given; default: that is an error. */
  readonly chooseSplit?: ((splits: readonly string[]) => Promise<string>) | undefined;
}

/** Files that may be data. What describes a dataset is JSON, too. */
const endings = [".parquet", ".jsonl", ".ndjson", ".json", ".csv", ".tsv"];
const descriptions = ["dataset_info.json", "dataset_infos.json", "dataset_dict.json", "state.json"];

/** Folders below the one that is given, and names that are looked at in all. */
const deepest = 5;
const mostNames = 20_000;

/**
 * Finds the data of a dataset of Hugging Face that lies in a folder: `data/train-00000-of-00002.parquet`, `test.jsonl`, `config/train/0000.parquet`.
 * A split is called as its files are, with the folder of its configuration before it. Undefined for what is no folder.
 *
 * @throws KareninaError `invalid_input` for a folder without such files, with a part of a split missing, or with several splits of which none was chosen
 *
 * @example
 * const dataset = await openDataset("squad", { split: "validation" });
 * if (dataset) console.log((await readTable(dataset)).columns);
 */
export async function openDataset(
  folder: string,
  { split, chooseSplit }: DatasetOptions = {},
): Promise<Dataset | undefined> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) return undefined;
  const name = path.basename(path.resolve(folder));
  const files = await filesIn(folder);
  const data = files.filter(isData);
  if (data.length === 0) throw noData(name, files);
  const splits = splitsOf(data);
  const names = [...splits.keys()].toSorted();
  const chosen = split ?? (names.length === 1 ? names[0] : await chooseSplit?.(names));
  const parts = chosen === undefined ? undefined : splits.get(chosen);
  if (chosen === undefined || parts === undefined) throw noSplit(name, names, chosen);
  refuseMissing(name, chosen, parts);
  const whole = parts.map((file) => path.join(folder, file));
  await refusePointer(name, whole[0] ?? "");
  return { name, split: chosen, files: whole, splits: names };
}

const isData = (file: string): boolean =>
  endings.includes(path.extname(file).toLowerCase()) && !descriptions.includes(path.basename(file));

/** Paths within a folder, in order; links to folders are not followed, and nothing is looked into whose name begins with a dot. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  let names = 0;
  async function look(inside: string, depth: number): Promise<void> {
    const entries = await readdir(path.join(folder, inside), { withFileTypes: true });
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      names += 1;
      if (entry.name.startsWith(".") || names > mostNames) continue;
      const file = path.join(inside, entry.name);
      if (!entry.isDirectory()) files.push(file);
      else if (depth < deepest) await look(file, depth + 1);
    }
  }
  await look("", 1);
  return files;
}

/** The end of a file's name that says which part of how many it is. */
const shard = /-(\d{5})-of-(\d{5})(?:-[0-9a-f]+)?$/;

function splitsOf(data: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const byName = Map.groupBy(data, splitName);
  return new Map(
    [...byName].flatMap(([name, files]) => {
      const forms = Map.groupBy(files, (file) => path.extname(file).toLowerCase());
      return [...forms].map(([ending, of]) => [forms.size === 1 ? name : `${name}${ending}`, of] as const);
    }),
  );
}

function splitName(file: string): string {
  const { dir, name } = path.parse(file);
  const folders = dir.split(path.sep).filter((part) => part !== "" && part !== "data");
  const own = name.replace(shard, "");
  const parts = /^\d*$/.test(own) ? folders : [...folders, own];
  return parts.join("/") || "data";
}

function refuseMissing(name: string, split: string, files: readonly string[]): void {
  const counts = files.flatMap((file) => shard.exec(path.parse(file).name)?.[2] ?? []);
  const most = Math.max(0, ...counts.map(Number));
  if (most <= files.length) return;
  throw new KareninaError(
    "invalid_input",
    `${name}: the split ${JSON.stringify(split)} has ${most} files, of which ${files.length} ${files.length === 1 ? "is" : "are"} there.`,
    { hint: "Fetch the others, or name one of the files." },
  );
}

/** What Git LFS leaves in the place of a file that was not fetched. */
async function refusePointer(name: string, file: string): Promise<void> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(40), position: 0 });
  if (!buffer.toString("latin1", 0, bytesRead).startsWith("version https://git-lfs")) return;
  throw new KareninaError(
    "invalid_input",
    `${name}: ${path.basename(file)} is a pointer of Git LFS, not the data.`,
    {
      hint: "Fetch the data: `git lfs pull`.",
    },
  );
}

function noData(name: string, files: readonly string[]): KareninaError {
  const isArrow = files.some((file) => file.endsWith(".arrow"));
  return new KareninaError(
    "invalid_input",
    isArrow
      ? `${name} is a dataset as \`save_to_disk\` writes it, in Arrow files, which are not read.`
      : `${name} is a folder without data: nothing in it ends in ${endings.join(", ")}.`,
    {
      hint: isArrow
        ? `In Python: load_from_disk(${JSON.stringify(name)})["train"].to_parquet("train.parquet").`
        : "Give a file, or the folder of a dataset.",
    },
  );
}

function noSplit(name: string, splits: readonly string[], asked: string | undefined): KareninaError {
  const hint = `Name one with --split: ${splits.map((one) => JSON.stringify(one)).join(", ")}.`;
  return new KareninaError(
    "invalid_input",
    asked === undefined
      ? `${name} has ${pluralize(splits.length, "split")}.`
      : `${name} has no split ${JSON.stringify(asked)}${askNearest(asked, splits) || "."}`,
    { hint },
  );
}
