import { allowedText, type Label, readVerdict } from "../../../analysis/index.ts";
import { KareninaError, oneLine, pluralize } from "../../../base/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import type { Prompts } from "../../interactive/prompts.ts";
import { wrapText } from "../../report/wrap-lines.ts";

/** Where labels come from and go to. */
interface Labelling {
  readonly prompts: Prompts;
  readonly rater: string;
  readonly io: CommandIo;
  readonly file: string;
  /** Called after each answer. */
  readonly save: (labels: readonly Label[]) => Promise<void>;
}

const widest = 100;

/** Asks answer by answer what this rater has not labelled yet. What was said stays when the questions are left. */
export async function askLabels(labels: readonly Label[], labelling: Labelling): Promise<ExitCode> {
  const { prompts, rater, io, file, save } = labelling;
  const now = [...labels];
  const isOpen = (one: Label) => one.rater === rater && one.value === null && !one.isUnsure;
  const answers = [
    ...Map.groupBy(
      now.filter((one) => one.rater === rater),
      ({ answer }) => answer,
    ).values(),
  ];
  const open = answers.filter((rows) => rows.some(isOpen));
  let done = answers.length - open.length;
  try {
    for (const rows of open) {
      await showAnswer(rows, `${done + 1} of ${answers.length}`, prompts, io);
      for (const one of rows.filter(isOpen)) {
        const said = await askOne(one, prompts);
        now[now.indexOf(one)] = { ...one, ...said };
        await save(now);
      }
      done += 1;
    }
  } catch (error) {
    if (!KareninaError.isInstance(error) || error.code !== "cancelled") throw error;
    await save(now);
    print(
      io,
      oneLine(
        `${done} of ${pluralize(answers.length, "answer")} labelled; the same command goes on. ${file}`,
      ),
    );
    return 130;
  }
  await save(now);
  print(io, oneLine(`All ${pluralize(answers.length, "answer")} labelled by ${rater}: ${file}`));
  return 0;
}

async function showAnswer(
  rows: readonly Label[],
  place: string,
  prompts: Prompts,
  { stdout }: CommandIo,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const width = Math.max(20, Math.min(widest, (stdout.columns ?? widest) - 8));
  const expected = rows.find(({ kind }) => kind === "verdict")?.expected ?? "";
  await prompts.note(`Answer ${place}`, [
    ...wrapText(`Question: ${first.question}`, width),
    ...(expected === "" ? [] : ["", ...wrapText(`Expected: ${expected}`, width)]),
    "",
    ...wrapText(`Answer: ${first.response}`, width),
  ]);
}

async function askOne(label: Label, prompts: Prompts): Promise<Pick<Label, "value" | "isUnsure">> {
  const { allowed, asks, expected, kind } = label;
  const message = kind === "field" && expected !== "" ? `${asks} (${oneLine(expected)})` : asks;
  if (allowed.form === "number") {
    const check = (text: string) => {
      const said = readVerdict(text, allowed);
      if ("expected" in said) return `Expected ${said.expected}.`;
      return said.value === null && !said.isUnsure ? "A number, or ? where you cannot say." : undefined;
    };
    const text = await prompts.text({ message: `${message} (${allowedText(allowed)}, or ?)`, check });
    return saidOf(text, label);
  }
  const words = allowed.form === "yes/no" ? ["yes", "no"] : allowed.classes;
  const choice = await prompts.choice({
    message,
    initial: "unsure", // what is chosen already would be chosen more often
    choices: [...words, "unsure"].map((value) => ({ value, label: value })),
  });
  return saidOf(choice, label);
}

function saidOf(text: string, { allowed }: Label): Pick<Label, "value" | "isUnsure"> {
  const said = readVerdict(text, allowed);
  return "expected" in said ? { value: null, isUnsure: true } : said;
}
