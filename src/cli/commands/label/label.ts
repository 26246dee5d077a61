import { existsSync } from "node:fs";
import path from "node:path";
import {
  blankLabels,
  itemOf,
  type Label,
  labelCells,
  readLabels,
  renderLabels,
  sampleAnswers,
} from "../../../analysis/index.ts";
import { KareninaError, oneLine, pluralize, writeFileAtomically } from "../../../base/index.ts";
import { rubricFromDefinition } from "../../../result/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { isStoreAddress, openResults } from "../../open-results.ts";
import { refuseExisting } from "../../refuse-existing.ts";
import { askLabels } from "./ask-labels.ts";
import type { LabelOptions } from "./label-command.ts";

/** Has somebody label a sample of a run's answers: at the terminal, or in a table that goes out and comes back. */
export async function label(run: string, options: LabelOptions, io: CommandIo): Promise<ExitCode> {
  const { rater, to, from } = options;
  if (to !== undefined && from !== undefined)
    throw usageError("--to writes a table and --from reads one: they do not go together.");
  const place = (file: string) => path.resolve(io.workingDirectory, file);
  if (isStoreAddress(run) && options.labels === undefined)
    throw usageError("Of a store the file of labels has to be named.", "Name it with --labels FILE.csv.");
  const file = place(options.labels ?? `${run.replace(/\.json(l(\.zst)?)?$/, "")}.labels.csv`);
  if (path.extname(file).toLowerCase() !== ".csv")
    throw usageError(`${file} does not end in .csv.`, "Labels are kept as CSV; --to and --from take .xlsx.");
  if (to !== undefined) return writeTable(place(to), await drawn(run, options, io), { run, options, io });
  if (from !== undefined) {
    const table = await readLabels(place(from));
    const labels = named(table, rater, from);
    const kept = existsSync(file) ? await readLabels(file) : [];
    const { merged, changed } = merge(kept, labels);
    await writeFileAtomically(file, renderLabels([...merged, ...unsaid(table, merged)]));
    const raters = new Set(labels.map((one) => one.rater));
    print(
      io,
      oneLine(
        `Wrote ${file}: ${pluralize(labels.length, "label")} of ${[...raters].join(", ")} taken over, ${changed} of them in place of others.`,
      ),
    );
    return 0;
  }
  const { prompts } = io;
  if (rater === undefined)
    throw usageError("Whose labels are these?", "Give --rater NAME; or write a table with --to.");
  if (prompts === undefined)
    throw usageError(
      "Labels are asked for at a terminal.",
      "Write a table with --to labels.csv, fill it in, and give it to `karenina calibrate --labels`.",
    );
  const kept = existsSync(file) ? await readLabels(file) : await drawn(run, options, io);
  const labels = forRater(kept, rater);
  return askLabels(labels, {
    prompts,
    rater,
    io,
    save: async (all) => writeFileAtomically(file, renderLabels(await besideOthers(file, all, rater))),
    file,
  });
}

/** A sample without labels. */
async function drawn(
  run: string,
  { sample, seed, rater }: LabelOptions,
  io: CommandIo,
): Promise<readonly Label[]> {
  const file = await openResults(run, io);
  const { rubricDefinition } = await file.header();
  const answers = await sampleAnswers(() => file.read(), {
    ...(sample !== undefined && { size: sample }),
    ...(seed !== undefined && { seed }),
  });
  if (answers.length === 0)
    throw new KareninaError("invalid_input", `${run} has no answer that a judge has judged.`);
  return blankLabels(answers, [rubricFromDefinition(rubricDefinition)], rater);
}

async function writeTable(
  target: string,
  labels: readonly Label[],
  { run, options, io }: { readonly run: string; readonly options: LabelOptions; readonly io: CommandIo },
): Promise<ExitCode> {
  await refuseExisting({
    file: target,
    source: path.resolve(io.workingDirectory, run),
    overwrite: options.overwrite,
  });
  const ending = path.extname(target).toLowerCase();
  if (ending !== ".csv" && ending !== ".xlsx") throw usageError(`${target} does not end in .csv or .xlsx.`);
  await writeFileAtomically(target, ending === ".csv" ? renderLabels(labels) : await workbook(labels));
  const answers = new Set(labels.map(({ answer }) => answer)).size;
  print(
    io,
    oneLine(
      `Wrote ${target}: ${pluralize(answers, "answer")}, ${pluralize(labels.length, "label")} to give in the column "verdict".`,
    ),
  );
  return 0;
}

/** A cell of a workbook holds no more. */
const longestCell = 32_767;
const cutMark = " … (cut)";

/** A workbook of texts, none of which is a formula. */
async function workbook(labels: readonly Label[]): Promise<Uint8Array> {
  const { utils, write } = await import("@e965/xlsx");
  const rows = labelCells(labels).map((cells) =>
    cells.map((text) => ({
      t: "s",
      v: text.length > longestCell ? text.slice(0, longestCell - cutMark.length) + cutMark : text,
    })),
  );
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), "labels");
  return new Uint8Array(write(book, { type: "buffer", bookType: "xlsx", compression: true }));
}

/** What a table says, under the name of its rater; rows that say nothing are left out. */
function named(labels: readonly Label[], rater: string | undefined, from: string): readonly Label[] {
  const given = labels.filter(isGiven);
  if (given.length === 0)
    throw new KareninaError("invalid_input", `${from} has no label: its column "verdict" is empty.`);
  if (rater === undefined && given.some((one) => one.rater === ""))
    throw usageError(
      `${from} does not say in each row who labelled.`,
      "Fill in the column rater, or give --rater NAME.",
    );
  return given.map((one) => (one.rater === "" ? { ...one, rater: rater ?? "" } : one));
}

const isGiven = ({ value, isUnsure }: Label): boolean => value !== null || isUnsure;

/** What this rater says, put beside what stands in the file by now: others may label meanwhile, or edit it. */
async function besideOthers(
  file: string,
  labels: readonly Label[],
  rater: string,
): Promise<readonly Label[]> {
  if (!existsSync(file)) return labels;
  const standing = await readLabels(file);
  const known = new Set(standing.filter(isGiven).map(keyOf));
  const own = labels.filter((one) => one.rater === rater && (isGiven(one) || !known.has(keyOf(one))));
  return merge(standing, own).merged;
}

const keyOf = (one: Label): string => JSON.stringify([itemOf(one), one.rater]);

/** Labels with others added; what others say of the same by the same rater takes the place of what stood there. */
function merge(kept: readonly Label[], others: readonly Label[]) {
  const items = new Map(kept.map((one) => [keyOf(one), one]));
  let changed = 0;
  for (const one of others) {
    const blank = { ...one, rater: "" };
    if (items.get(keyOf(one))?.value != null) changed += 1;
    if (items.get(keyOf(blank))?.value === null) items.delete(keyOf(blank));
    items.set(keyOf(one), one);
  }
  return { merged: [...items.values()], changed };
}

/** What was drawn and nobody has labelled: the labels of its stratum stand for it too. */
function unsaid(table: readonly Label[], given: readonly Label[]): readonly Label[] {
  const known = new Set(given.map(itemOf));
  const left = new Map(
    table.map((one) => [itemOf(one), { ...one, rater: "", value: null, isUnsure: false }]),
  );
  return [...left].flatMap(([item, one]) => (known.has(item) ? [] : [one]));
}

/** A file of labels with a row of this rater for each that somebody is to label. */
function forRater(kept: readonly Label[], rater: string): readonly Label[] {
  const known = new Set(kept.map(keyOf));
  const lacking = [...Map.groupBy(kept, itemOf).values()].flatMap(([first]) => {
    if (first === undefined || known.has(keyOf({ ...first, rater }))) return [];
    return [{ ...first, rater, value: null, isUnsure: false, note: "" }];
  });
  const taken = new Set(lacking.map(itemOf));
  return [...kept.filter((one) => one.rater !== "" || !taken.has(itemOf(one))), ...lacking];
}
