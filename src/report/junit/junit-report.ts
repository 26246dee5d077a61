import { isJudged, isSuccessful, type WalkNumbers, walkReasons, wrongFields } from "../../analysis/index.ts";
import {
  lackingText,
  type OutcomeCounts,
  outcomeOf,
  type ScenarioExecutionResult,
  shortModelName,
  type VerificationResult,
} from "../../result/index.ts";
import { questionTitle, type RunReport } from "../run-report.ts";
import { calibratedText } from "../text/calibration-text.ts";
import { outcomeWords } from "../text/outcome-words.ts";
import { wrongText } from "../text/wrong-text.ts";
import { xmlText } from "./xml-text.ts";

const longestText = 10_000;

/**
 * Runs as JUnit XML, piece by piece: a suite per run, a case per result of a question and per walk through a scenario, and one with an `error` for a run that did not end. What persons would find, by labels, stands in the properties of its suite. A wrong or missing answer is a `failure` with what
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
    const time = overall.executionTime.total + (scenarios?.turns.overall.executionTime.total ?? 0);
    const unfinished = lackingText(run.summary.run);
    yield `  <testsuite name="${xmlText(run.name)}"${countAttributes(overall.outcomes, scenarios?.overall, unfinished === null ? 0 : 1)} time="${seconds(time)}">\n`;
    yield propertiesOf(run);
    for await (const result of run.read())
      if (result.metadata.scenarioId === null) yield testCase(result, run);
    for await (const walk of run.walks?.() ?? []) yield walkCase(walk, run);
    if (unfinished !== null)
      yield `    <testcase classname="karenina" name="the run" time="0.000">\n      <error message="${xmlText(unfinished)}" type="unfinished"/>\n    </testcase>\n`;
    yield "  </testsuite>\n";
  }
  yield "</testsuites>\n";
}

/** What persons would find in place of each judge's verdicts, as properties of the suite; empty without labels. */
function propertiesOf({ calibration }: RunReport): string {
  const properties = (calibration?.judges ?? []).flatMap(({ judge, aspects }) =>
    aspects
      .filter(({ kind }) => kind === "verdict")
      .flatMap(({ raw, predictionPowered: powered, labelled, answers }) =>
        powered === null || powered.interval === null
          ? []
          : [
              ["pass rate", calibratedText(raw, true, plainSigns)],
              ["pass rate by labels of persons", calibratedText(powered, true, plainSigns)],
              ["answers labelled", `${labelled} of ${answers}`],
            ].map(
              ([name = "", value = ""]) =>
                `      <property name="${xmlText(`${name}, ${judge}`)}" value="${xmlText(value)}"/>\n`,
            ),
      ),
  );
  return properties.length === 0 ? "" : `    <properties>\n${properties.join("")}    </properties>\n`;
}

const plainSigns = { dash: "-" };

const seconds = (value: number) => value.toFixed(3);

function countAttributes(
  outcomes: OutcomeCounts,
  walks: WalkNumbers | undefined,
  unfinished: number,
): string {
  const { successful: { of: judged, passed } = { of: 0, passed: 0 } } = walks ?? {};
  const brokenOff = (walks?.walks ?? 0) - judged;
  const tests = Object.values(outcomes).reduce((sum, count) => sum + count, unfinished + judged + brokenOff);
  const failures = outcomes.wrong + outcomes.no_answer + outcomes.auto_failed + judged - passed;
  const errors = outcomes.judge_failed + outcomes.infrastructure_failed + unfinished + brokenOff;
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
  const source = run.sourceOf?.(metadata.questionId);
  const at = source === undefined ? "" : ` file="${xmlText(source.file)}" line="${source.line}"`;
  const start = `    <testcase classname="${xmlText(shortModelName(answering))}" name="${xmlText(name.slice(0, longestText))}"${at} time="${seconds(executionTime)}"`;
  const ending = outcomeElement(result);
  return ending === "" ? `${start}/>\n` : `${start}>\n      ${ending}\n    </testcase>\n`;
}

/** A walk that is no success fails with why; one that something other than the model broke off is an error. */
function walkCase(walk: ScenarioExecutionResult, run: RunReport): string {
  const { scenarioId, answering, parsing, replicate, executionTime, terminalFailure, status, path } = walk;
  const marks = [
    ...(run.summary.run.parsing.length > 1 && parsing !== null ? [`judge ${shortModelName(parsing)}`] : []),
    ...(replicate === null ? [] : [`replicate ${replicate}`]),
  ];
  const name = `${scenarioId}${marks.length === 0 ? "" : ` (${marks.join(", ")})`}`;
  const model = answering === null ? "unknown model" : shortModelName(answering);
  const start = `    <testcase classname="${xmlText(model)}" name="${xmlText(name.slice(0, longestText))}" time="${seconds(executionTime ?? 0)}"`;
  if (isSuccessful(walk)) return `${start}/>\n`;
  const reasons = walkReasons(walk);
  const element = isJudged(walk) ? "failure" : "error";
  const type = terminalFailure?.category ?? (status === "completed" ? "criterion" : status);
  const more = xmlText([path.join(" → "), ...reasons].join("\n").slice(0, longestText));
  const message = xmlText((reasons[0] ?? "").slice(0, longestText));
  return `${start}>\n      <${element} message="${message}" type="${xmlText(type)}">${more}</${element}>\n    </testcase>\n`;
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
