import type { ProbeFinding, ProbeReport } from "../../../analysis/index.ts";
import { formatCost, formatCount, oneLine, percentText, pluralize, pointsText } from "../../../base/index.ts";
import { rangeText } from "../../../report/index.ts";
import { type Column, tableLines } from "../table.ts";
import { paint, roomOn, type Terminal } from "../terminal.ts";
import { wrapHanging } from "../wrap-lines.ts";

type Shown = Pick<Terminal, "rich" | "interactive" | "columns">;

const longestQuestion = 80;

/** What probes of a judge found as text for people. Ends with a line end. */
export function renderProbes(report: ProbeReport, terminal: Shown): string {
  const { judge, run, answers, questions, draws, probes, spent, writer, ended } = report;
  const dash = terminal.rich ? "–" : "-";
  const room = { width: roomOn(terminal) };
  const wrapped = (text: string) => wrapHanging(oneLine(text), roomOn(terminal));
  const share = (found: ProbeFinding["verdicts"]) =>
    found === null
      ? dash
      : `${percentText(found.value)} % [${percentText(found.interval.low)}${dash}${percentText(found.interval.high)}]`;
  const columns = (titles: readonly string[]): readonly Column[] =>
    titles.map((title, at) => ({ title, align: at === 0 ? "left" : "right" }));
  const others = probes.filter(({ probe }) => probe !== "draws");
  const price = spent.costUsd === null ? "cost unknown" : formatCost(spent.costUsd);
  const lines = [
    ...wrapped(
      `${judge} on ${pluralize(answers, "answer")} of ${run} to ${pluralize(questions, "question")}, each judged ${draws === 1 ? "once" : `${draws} times`} as it is`,
    ),
    "",
    paint(terminal, "strong", "What changes"),
    ...tableLines(
      columns(["", "answers", "verdicts", "fields", "traits"]),
      probes.map((one) => [
        nameOf(one, report),
        String(one.answers),
        share(one.verdicts),
        share(one.fields),
        share(one.traits),
      ]),
      room,
    ),
    ...(others.length === 0
      ? []
      : [
          "",
          paint(terminal, "strong", "Of verdicts"),
          ...tableLines(
            columns(["", "beyond\nrepetition", "failed,\nthen passed", "passed,\nthen failed"]),
            others.map((one) => [
              nameOf(one, report),
              one.beyond === null || one.beyond.interval === null
                ? dash
                : `${pointsText(one.beyond.value, terminal)} ${rangeText(one.beyond.interval, pointsText, terminal)}`,
              share(one.toPass),
              share(one.toFail),
            ]),
            room,
          ),
        ]),
    ...spaced(probes.flatMap((one) => notesOf(one, report)).flatMap(wrapped)),
    ...spaced(
      probes.flatMap((one) => {
        const listed = exampleTexts(one);
        return listed.length === 0
          ? []
          : [paint(terminal, "strong", upper(nameOf(one, report))), ...listed.flatMap(wrapped)];
      }),
    ),
    "",
    ...wrapped(
      `Shares of judgments that are another than of the answer as it is, with 95 % intervals, questions taken together; points beyond what repeated draws change. Failures of the judge are in no figure.${writer === null ? "" : ` Rewritten by ${writer}.`}`,
    ),
    ...wrapped(
      `${pluralize(spent.calls, "call")} of models, ${formatCount(spent.tokens)} tokens, ${price}.${ended === null ? "" : ` It ended early: ${ended.replaceAll("_", " ")}.`}`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

const spaced = (lines: readonly string[]) => (lines.length === 0 ? [] : ["", ...lines]);
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function nameOf({ probe }: ProbeFinding, { language }: ProbeReport): string {
  const names = {
    draws: "judged again",
    order: "fields in reverse",
    padding: "padded, twice the words",
    words: "twice the words",
    injection: "told to say the opposite",
    language: `in ${oneLine(language ?? "another language")}`,
  };
  return names[probe];
}

function notesOf(finding: ProbeFinding, report: ProbeReport): readonly string[] {
  const { leftOut, failed, words, probe } = finding;
  const name = nameOf(finding, report);
  return [
    ...(words === null || (probe !== "words" && probe !== "padding")
      ? []
      : [`${name}: ${words.toFixed(1)} times the words.`]),
    ...leftOut.map(({ reason, count }) => `${name}: ${pluralize(count, "answer")} left out: ${reason}.`),
    ...failed
      .slice(0, mostReasons)
      .map(
        ({ reason, count }) =>
          `${name}: ${pluralize(count, "judgment")} failed: ${reason.replace(/\.$/, "")}.`,
      ),
    ...otherFailures(failed.slice(mostReasons), name),
  ];
}

/** Reasons may differ in what was asked, and be as many as answers. */
const mostReasons = 2;

const otherFailures = (failed: ProbeFinding["failed"], name: string): readonly string[] =>
  failed.length === 0
    ? []
    : [
        `${name}: ${pluralize(
          failed.reduce((sum, { count }) => sum + count, 0),
          "judgment",
        )} more failed for ${pluralize(failed.length, "other reason")}, all of which are in --json.`,
      ];

const exampleTexts = ({ examples }: ProbeFinding): readonly string[] =>
  examples.map(({ question, kind, name, before, after, readBefore, readAfter }) => {
    const what = kind === "verdict" ? "verdict" : name;
    const read =
      readBefore === null && readAfter === null
        ? ""
        : `; read ${short(readBefore ?? "nothing")}, then ${short(readAfter ?? "nothing")}`;
    return `${short(question)}: ${what} ${before}, then ${after}${read}`;
  });

function short(text: string): string {
  const line = Array.from(oneLine(text));
  return line.length <= longestQuestion ? line.join("") : `${line.slice(0, longestQuestion - 1).join("")}…`;
}
