import { type Clock, isoTimestamp, type JsonObject, sha256 } from "../../base/index.ts";
import { benchmarkFingerprint } from "../../benchmark/index.ts";
import { configFingerprint, noteConfig, withoutSecrets } from "../../config/index.ts";
import { unitKey } from "../../pipeline/index.ts";
import {
  type NewResultLogHeader,
  openResultLog,
  renderLogHeader,
  rubricDefinition,
} from "../../result/index.ts";
import { isEmptyRubric } from "../../rubric/index.ts";
import { logSink, type ResumedReuse, readResumeState } from "../../run/index.ts";
import { askedQuestions, type PreparedRun } from "../prepare-run.ts";
import { globalTraitsOfRun, questionTraitsOfRun } from "../rubrics/plan-rubrics.ts";
import type { RunResults } from "../run-results.ts";
import { drawnScenarios, outcomeKinds } from "../scenarios/plan-scenarios.ts";
import { resultOrder } from "./result-order.ts";

/** What a log says beside its run. */
export interface LogNotes {
  /** Beside the usual members of the header. */
  readonly members?: JsonObject;
  /** Makes the last member of the header from all others as they are written, so that they can be told from changed ones. */
  readonly sealOf?: ((header: JsonObject) => string) | undefined;
}

/** What a run's log is about. */
export interface RunLogSubject {
  readonly run: PreparedRun;
  readonly clock: Clock;
  readonly notes: LogNotes;
  /** Undefined: nothing is taken over. */
  readonly reuse: ResumedReuse | undefined;
}

/** How to go on with a log that exists. */
export interface ResumeRequest {
  /** Also repeat tasks whose infrastructure failed. */
  readonly retryFailed: boolean;
  /** Told the number of a last line that a crash cut off, whose task is run again. */
  readonly onTornLine?: (line: number) => void;
  /** Told why the record of a walk is not believed, in a sentence. */
  readonly onDoubt?: (text: string) => void;
}

/** Tells whether two runs would give comparable results: own stages count like settings. */
function runFingerprint({ resolved, plan }: PreparedRun): string {
  const settings = configFingerprint(resolved);
  const { ownStages, leftOut } = plan.pipelines;
  return ownStages.length + leftOut.length === 0
    ? settings
    : sha256(JSON.stringify([settings, ownStages, leftOut]));
}

/** Attachments count by what they hold, whatever their names. */
function askedFingerprint({ benchmark, plan }: PreparedRun): string {
  const fingerprint = benchmarkFingerprint(benchmark.content);
  const files = plan.questions.flatMap(({ question, attachments = [] }) =>
    attachments.map(({ name, sha256: digest }) => [question.id, name, digest]),
  );
  return files.length === 0 ? fingerprint : sha256(JSON.stringify([fingerprint, files.toSorted()]));
}

/** What its scores are read by; null for a run without traits. */
function rubricsOf(run: PreparedRun): JsonObject | null {
  const { benchmark, resolved } = run;
  const rubric = globalTraitsOfRun(benchmark.content, resolved);
  const ofQuestions = questionTraitsOfRun(askedQuestions(run), resolved);
  return isEmptyRubric(rubric) && ofQuestions.size === 0 ? null : rubricDefinition(rubric, ofQuestions);
}

/** The first line of a run's log, without its tasks and its seal. */
function runLogHeader({ run, clock, notes, reuse }: RunLogSubject): NewResultLogHeader {
  const { benchmark, config, runName } = run;
  const { ownStages } = run.plan.pipelines;
  const rubrics = rubricsOf(run);
  return {
    benchmark: { name: benchmark.name, fingerprint: askedFingerprint(run) },
    configFingerprint: runFingerprint(run),
    runName,
    startedAt: isoTimestamp(clock),
    // for whoever resumes
    config: noteConfig(withoutSecrets(config)),
    ...(reuse && { takenOver: reuse.takenOver }),
    ...(run.scenarios.length > 0 && { scenarios: drawnScenarios(run.scenarios) }),
    ...(rubrics !== null && { rubric_definition: rubrics }),
    ...(ownStages.length > 0 && { own_stages: [...ownStages] }),
    ...notes.members,
  };
}

/**
 * What the first line of a run's log says, with its seal.
 *
 * @param tasks how many the run has
 */
export const runHeader = (subject: RunLogSubject, tasks: number): NewResultLogHeader =>
  sealed({ ...runLogHeader(subject), tasks }, subject.notes);

function sealed(header: NewResultLogHeader, { sealOf }: LogNotes): NewResultLogHeader {
  return sealOf === undefined ? header : { ...header, seal: sealOf(JSON.parse(renderLogHeader(header))) };
}

/** Where a question or a scenario stands in a run, from 0; scenarios come after the questions. */
export function placesOf({
  questions,
  scenarios,
}: Pick<PreparedRun, "questions" | "scenarios">): (
  item: { readonly question: string } | { readonly scenario: string },
) => number | undefined {
  const places = new Map(questions.map(({ id }, place) => [id, place]));
  const scenarioPlaces = new Map(scenarios.map(({ name }, place) => [name, questions.length + place]));
  return (item) => ("scenario" in item ? scenarioPlaces.get(item.scenario) : places.get(item.question));
}

/**
 * A run's log as what results go to.
 *
 * @param resume go on with a log that exists; it must be of the same benchmark and settings
 * @param isLocked the caller keeps the log for this run
 */
export function runLog(
  file: string,
  subject: RunLogSubject,
  { resume, isLocked }: { readonly resume: ResumeRequest | undefined; readonly isLocked: boolean },
): RunResults {
  const header = runLogHeader(subject);
  const { scenarios } = subject.run;
  const placeOf = placesOf(subject.run);
  let written: ReadonlySet<string> | undefined;
  return {
    async finished() {
      if (resume === undefined) return { finished: new Set() };
      const { finished, repeated, walks, besideTurns, earlier, tornLine, doubts } = await readResumeState(
        file,
        {
          benchmarkFingerprint: header.benchmark.fingerprint,
          configFingerprint: header.configFingerprint,
          retryFailed: resume.retryFailed,
          reuse: subject.reuse,
          criteria: outcomeKinds(scenarios),
          tasks: new Set(resultOrder(subject.run.benchmark.content.questions, subject.run.resolved)),
        },
      );
      written = repeated.size === 0 ? finished : new Set([...finished, ...repeated]);
      if (tornLine !== null) resume.onTornLine?.(tornLine);
      for (const doubt of doubts) resume.onDoubt?.(doubt);
      return { finished, walks, besideTurns, ...(finished.size > 0 && { earlier }) };
    },
    async open(tasks, opened) {
      const whole = sealed({ ...header, tasks }, subject.notes);
      const log = await openResultLog(file, whole, { isNew: resume === undefined, isLocked });
      const sink = logSink(file, log, placeOf);
      const { paidBesideLog } = await import("./paid-beside-log.ts");
      const paid = await paidBesideLog(file, {
        ...opened,
        judges: subject.run.resolved.parsingModels.map(({ id }) => id),
        written,
      });
      if (paid === undefined) return sink;
      return {
        ...sink,
        paid: paid.of,
        write(result, task) {
          const key = unitKey(task);
          paid.over(key);
          const written = sink.write(result, task);
          // a turn is part of a walk, which is over later
          if (task.turn === undefined) return whenWritten(written, () => paid.written(key));
          return written;
        },
        writeWalk(walk) {
          paid.over(walk.key);
          return whenWritten(sink.writeWalk?.(walk), () => paid.written(walk.key));
        },
        async close() {
          await paid.close();
          await sink.close?.();
        },
      };
    },
  };
}

/** Nothing is pending where a line was written at once. */
function whenWritten(written: void | Promise<void>, then: () => void): void | Promise<void> {
  return written === undefined ? then() : written.then(then);
}
