import { wrongFields } from "../../analysis/index.ts";
import {
  lackingText,
  noOutcomes,
  Outcome,
  type OutcomeCounts,
  outcomeOf,
  shortModelName,
  type VerificationResult,
} from "../../result/index.ts";
import { questionTitle, type RunReport } from "../run-report.ts";
import { outcomeWords } from "../text/outcome-words.ts";
import { wrongText } from "../text/wrong-text.ts";
import { xmlText } from "./xml-text.ts";

const longestText = 10_000;

/**
 * Runs as JUnit XML, piece by piece: a suite per run, a case per result, and one with an `error` for a run that did not end. A wrong or missing answer is a `failure` with what
 * was expected and got; a failure of judge or infrastructure an `error`; what could not be evaluated, and what had nothing to
 * verify, is `skipped`.
 *
 * @example
 * for await (const piece of junitReport([run])) file.write(piece);
 */
export async function* junitReport(runs: readonly RunReport[]): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="karenina">\n`;
  for (const run of runs) {
    const { overall, scenarios } = run.summary;
    const parts = scenarios === null ? [overall] : [overall, scenarios.turns.overall];
    const outcomes = noOutcomes();
    for (const part of parts) for (const name of Outcome.options) outcomes[name] += part.outcomes[name];
    const time = parts.reduce((sum, { executionTime }) => sum + executionTime.total, 0);
    const unfinished = lackingText({ finished: run.summary.run.finished, tasks: run.summary.run.tasks });
    yield `  <testsuite name="${xmlText(run.name)}"${countAttributes(outcomes, unfinished === null ? 0 : 1)} time="${seconds(time)}">\n`;
    for await (const result of run.read()) yield testCase(result, run);
    if (unfinished !== null)
      yield `    <testcase classname="karenina" name="the run" time="0.000">\n      <error message="${xmlText(unfinished)}" type="unfinished"/>\n    </testcase>\n`;
    yield "  </testsuite>\n";
  }
  yield "</testsuites>\n";
}

const seconds = (value: number) => value.toFixed(3);

function countAttributes(outcomes: OutcomeCounts, unfinished: number): string {
  const tests = Object.values(outcomes).reduce((sum, count) => sum + count, unfinished);
  const failures = outcomes.wrong + outcomes.no_answer + outcomes.auto_failed;
  const errors = outcomes.judge_failed + outcomes.infrastructure_failed + unfinished;
  const skipped = outcomes.not_evaluable + outcomes.unscored;
  return ` tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}"`;
}

function testCase(result: VerificationResult, run: RunReport): string {
  const { metadata } = result;
  const { answering, parsing, replicate, executionTime } = metadata;
  const severalJudges = run.summary.run.parsing.length > 1;
  const marks = [
    ...(severalJudges ? [`judge ${shortModelName(parsing)}`] : []),
    ...(replicate === null ? [] : [`replicate ${replicate}`]),
  ];
  const name = `${questionTitle(metadata, run)}${marks.length === 0 ? "" : ` (${marks.join(", ")})`}`;
  const start = `    <testcase classname="${xmlText(shortModelName(answering))}" name="${xmlText(name.slice(0, longestText))}" time="${seconds(executionTime)}"`;
  const ending = outcomeElement(result);
  return ending === "" ? `${start}/>\n` : `${start}>\n      ${ending}\n    </testcase>\n`;
}

function outcomeElement(result: VerificationResult): string {
  const outcome = outcomeOf(result);
  const { failure } = result.metadata;
  const reason = (failure?.reason ?? "").slice(0, longestText);
  const element = (name: string, said: string, more = "") => {
    const message = xmlText(`${outcomeWords(outcome)}${said === "" ? "" : `: ${said}`}`);
    const type = name === "skipped" ? "" : ` type="${xmlText(failure?.category ?? outcome)}"`;
    return more === ""
      ? `<${name} message="${message}"${type}/>`
      : `<${name} message="${message}"${type}>${xmlText(more)}</${name}>`;
  };
  switch (outcome) {
    case "pass":
      return "";
    case "wrong": {
      const said = wrongText(wrongFields(result), reason);
      return element("failure", said, [said, reason].join("\n"));
    }
    case "no_answer":
    case "auto_failed":
      return element("failure", reason);
    case "judge_failed":
    case "infrastructure_failed":
      return element("error", reason, failure === null ? "" : `in ${failure.stage}: ${reason}`);
    case "not_evaluable":
      return element("skipped", reason);
    case "unscored":
      return element("skipped", "there was nothing to verify");
  }
}
