import { KareninaError } from "../base/index.ts";
import { createScenarioRunner, type ScenarioRunner, type ScenarioRunnerOptions } from "../sandbox/index.ts";
import {
  type CodeTask,
  givenToPython,
  givenToTypeScript,
  type SourceCode,
  type WalkTools,
} from "../scenario/index.ts";
import type { PythonRunner, PythonRunnerOptions } from "./python/run/python-runner.ts";

/** Limits of the code of scenarios from files. */
export interface ScenarioCodeOptions extends ScenarioRunnerOptions {
  /** Limits of Python code. */
  readonly python?: PythonRunnerOptions;
}

/** Runs the code of scenarios from files, isolated. */
export interface ScenarioCode extends AsyncDisposable {
  readonly run: NonNullable<WalkTools["runCode"]>;
  /** Loads code, and calls nothing. @throws KareninaError where it cannot be run */
  check(task: CodeTask, code: SourceCode): Promise<void>;
}

/** A walk comes to the same few sources again and again: each keeps its process, up to so many. */
const sources = 4;

/**
 * Runs the code of scenarios: TypeScript in a fresh sandbox at every call, Python in one that no other source has been in. What
 * runs it starts when it is first needed.
 *
 * @example
 * await using code = createScenarioCode();
 * await advance(definition, state, turn, { tools: { patterns, runCode: code.run } });
 */
export function createScenarioCode({ python, ...limits }: ScenarioCodeOptions = {}): ScenarioCode {
  let typeScript: ScenarioRunner | undefined;
  let python3: Promise<PythonRunner> | undefined;
  const inTypeScript = () => {
    typeScript ??= createScenarioRunner(limits);
    return typeScript;
  };
  const inPython = () => {
    python3 ??= import("./python/run/python-runner.ts").then((module) =>
      module.createPythonRunner({ processes: sources, ...python }),
    );
    return python3;
  };
  return {
    async run(task, code, parameters) {
      const isCondition = task === "condition";
      if (languageOf(code) === "TypeScript")
        return inTypeScript().call(code.text, { isCondition, given: givenToTypeScript(parameters) });
      const given = givenToPython(task, parameters);
      const [kinds, values] = [given.map(({ kind }) => kind), given.map(({ value }) => value)];
      return (await inPython()).callScenario(code.text, { isCondition, kinds, given: values });
    },
    async check(task, code) {
      const isCondition = task === "condition";
      if (languageOf(code) === "TypeScript") await inTypeScript().call(code.text, { isCondition });
      else await (await inPython()).callScenario(code.text, { isCondition, kinds: [] });
    },
    async [Symbol.asyncDispose]() {
      await typeScript?.[Symbol.asyncDispose]();
      await (await python3?.catch(() => undefined))?.[Symbol.asyncDispose]();
    },
  };
}

/** @throws KareninaError `invalid_input` for a language that nothing here runs */
function languageOf({ language }: SourceCode): "TypeScript" | "Python" {
  if (language === "TypeScript" || language === "Python") return language;
  throw new KareninaError(
    "invalid_input",
    `Code of scenarios is TypeScript or Python; found ${JSON.stringify(language.slice(0, 60))}.`,
  );
}
