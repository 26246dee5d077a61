import { oneLine, pluralize } from "../../../base/index.ts";
import { Benchmark } from "../../../benchmark/index.ts";
import { applyTraits, type DraftedTrait, draftTraits, storedTraits } from "../../../drafting/index.ts";
import { removeReplyStore } from "../../../models/recording/index.ts";
import { type CommandIo, type ExitCode, print, printJson, warn } from "../../command-io.ts";
import { watchLateErrors } from "../../late-errors.ts";
import { aligned, tableLines } from "../../report/table.ts";
import { terminalOn } from "../../report/terminal.ts";
import { wrapHanging, wrapLine } from "../../report/wrap-lines.ts";
import type { DraftOptions } from "./draft-command.ts";
import type { DraftingModels } from "./drafting-models.ts";
import { draftingOptions, goingOnText, repliesOf, spentText } from "./drafting-run.ts";

/** What traits are drafted for. */
interface RubricRun {
  /** As it was given, and in full. */
  readonly file: string;
  readonly target: string;
  readonly benchmark: Benchmark;
  readonly models: DraftingModels;
  readonly wishes: string;
}

/** Drafts traits of all answers and tries them; those that tell good answers from bad ones are written into the benchmark. */
export async function draftRubric(
  { file, target, benchmark, models, wishes }: RubricRun,
  options: DraftOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const replies = repliesOf(target, "drafting-rubric");
  using late = watchLateErrors(process, io.interrupted);
  const given = draftingOptions(models, { options, io, signal: late.signal, replies });
  const { drafted, problems, ended, spent } = await draftTraits(wishes, benchmark, given);
  const isWhole =
    problems.length === 0 && drafted.length > 0 && drafted.every(({ state }) => state !== "undecided");
  const passing = drafted.filter(({ state }) => state === "passes");
  if (options.dryRun !== true && passing.length > 0) {
    // it may have been edited while models were at work
    const now = await Benchmark.load(target, { clock: io.clock });
    applyTraits(now, passing);
    await now.save(target);
  }
  if (isWhole && options.dryRun !== true) await removeReplyStore(replies);
  if (options.json === true)
    printJson(io, {
      traits: storedTraits(drafted),
      problems,
      ended: ended ?? null,
      spent: { calls: spent.calls, tokens: spent.tokens, cost_usd: spent.costUsd },
    });
  else {
    const { columns } = terminalOn(io.stdout, io.environment);
    const written =
      passing.length === 0 || options.dryRun === true
        ? "Nothing was written."
        : `Wrote ${pluralize(passing.length, "trait")} into ${file}: every run judges by ${passing.length === 1 ? "it" : "them"}. Look at ${passing.length === 1 ? "it" : "each"}.`;
    const closing = [
      `${pluralize(drafted.length, "trait")} drafted: ${passing.length} told good answers from bad ones.`,
      spentText(spent),
      oneLine(written),
    ];
    for (const line of [...traitLines(drafted, columns - 1, options.verbose === true), ...closing])
      for (const part of wrapLine(line, columns - 1)) print(io, part);
  }
  for (const problem of problems) warn(io, oneLine(problem));
  if (!isWhole)
    io.stderr.write(`${goingOnText(replies, { spent, ...(ended !== undefined && { ended }) })}\n`);
  if (ended === "stopped" || ended === "cancelled") return 130;
  return isWhole ? 0 : 1;
}

const columnsOfTraits = [
  { title: "trait", align: "left" },
  { title: "kind", align: "left" },
  { title: "good", align: "right" },
  { title: "bad", align: "right" },
  { title: "draft", align: "left" },
] as const;

function traitLines(drafted: readonly DraftedTrait[], width: number, all: boolean): readonly string[] {
  if (drafted.length === 0) return [];
  const share = ({ tries }: DraftedTrait, kind: "good" | "bad") => {
    const of = tries.filter((one) => one.kind === kind);
    return `${of.filter(({ verdict }) => verdict === "as wanted").length}/${of.length}`;
  };
  const rows = drafted.map((one) => [
    one.trait.name,
    kindText(one),
    share(one, "good"),
    share(one, "bad"),
    one.state === "fails"
      ? "FAILS"
      : one.state === "undecided"
        ? one.state
        : `${["1st", "2nd", "3rd"][one.drafts - 1] ?? ""} passes`,
  ]);
  return [
    ...tableLines(columnsOfTraits, rows, { width }),
    "",
    ...drafted.flatMap((one) => [
      ...wrapHanging(
        `${one.trait.name}: ${one.trait.description ?? ""} ${one.reason === "" ? "" : `(${one.reason})`}`,
        width,
      ),
      ...(all || one.state !== "passes" ? triedLines(one, width) : []),
    ]),
    "",
  ];
}

function kindText({ trait }: DraftedTrait): string {
  const kind =
    trait.type === "llm"
      ? trait.kind === "score"
        ? `score ${trait.minScore}-${trait.maxScore}`
        : "boolean"
      : trait.type;
  return "higherIsBetter" in trait && trait.higherIsBetter === false ? `${kind}, lower is better` : kind;
}

function triedLines({ tries }: DraftedTrait, width: number): readonly string[] {
  const rows = tries.map(({ kind, answer, value, wanted, verdict }) => [
    "   ",
    kind,
    `${value === null ? "no value" : String(value)}${verdict === "not as wanted" ? `!, not ${wanted}` : ""}`,
    oneLine(answer),
  ]);
  return aligned(rows, { room: { width, narrowest: 8 } });
}
