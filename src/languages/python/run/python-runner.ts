import * as z from "zod";
import {
  type ErrorCode,
  type JsonValue,
  KareninaError,
  nestsDeeperThan,
  tryParseJson,
} from "../../../base/index.ts";
import { deepestTemplate, type ScenarioCall, type TemplateRunner } from "../../../sandbox/index.ts";
import { guestPrograms } from "./guest-programs.ts";
import { pyodideFolder } from "./pyodide-folder.ts";
import { createPythonPool } from "./python-pool.ts";
import type { ProcessOutcome } from "./python-process.ts";

/** What an argument is to Python: the state of a walk or a walk as an object with members, or plain JSON. */
export type PythonArgument = "state" | "walk" | "plain";

/** Runs the code of templates in Python, as those in TypeScript are run, and that of scenarios. */
export interface PythonRunner extends Pick<TemplateRunner, "describe" | "callCheck">, AsyncDisposable {
  /**
   * What the function of a scenario's source returns.
   *
   * @param call its `kinds` say what each argument is
   */
  callScenario(
    source: string,
    call: ScenarioCall & { readonly kinds: readonly PythonArgument[] },
  ): Promise<JsonValue>;
}

/** Limits of the Python code of templates and scenarios. */
export interface PythonRunnerOptions {
  /** Memory of a template's interpreter, its own included; default 128 MB, 64 MB at least. */
  readonly memoryBytes?: number;
  /** CPU time for reading a template or calling one of its methods, in milliseconds; default 2000. */
  readonly timeoutMs?: number;
  /** How many sources have a process at once, of about 250 MB each; those beyond them start one anew. Default 2. */
  readonly processes?: number;
  /** Opens the pool; by default one with a process for each source. */
  readonly openPool?: typeof createPythonPool;
}

const smallestMemoryBytes = 64 * 2 ** 20;

/** Longest source that is read, in UTF-16 units. */
const longestSource = 1_000_000;

/** Longest frame of a reply, in bytes: its text has a million characters at most. */
const longestFrame = 8_000_000;

const Described = z.object({
  draft: z.unknown(),
  verify: z.string().nullable(),
  verifyGranular: z.string().nullable(),
});
const Returned = z.union([
  z.strictObject({ value: z.union([z.boolean(), z.number(), z.string(), z.null()]) }),
  z.strictObject({ unexpected: z.string() }),
]);
/** As text, which nobody looks into before it is known to be JSON. */
const ReturnedJson = z.strictObject({ json: z.string() });
const Failed = z.union([
  z.strictObject({ broken: z.enum(["depth", "memory", "reply", "length"]) }),
  z.strictObject({
    problem: z.enum(["mistake", "memory", "raised"]),
    message: z.string().max(2000),
    line: z.int().nullable(),
  }),
]);

/**
 * Runs the Python code of templates with CPython compiled to WebAssembly: for each source a process of its own, which
 * reaches no files, no network and no other program, and starts from the memory of an interpreter that has read nothing
 * yet. Every call reads the source again. What code changes in its interpreter, later calls of the same source see.
 *
 * @throws KareninaError `template_unreadable` when the package pyodide is not installed
 */
export function createPythonRunner(options: PythonRunnerOptions = {}): PythonRunner {
  const { timeoutMs = 2000, processes = 2, openPool = createPythonPool } = options;
  const memoryBytes = Math.max(options.memoryBytes ?? 2 * smallestMemoryBytes, smallestMemoryBytes);
  pyodideFolder();
  const pool = openPool({ memoryBytes, programs: guestPrograms, processes });
  const limits = { cpuMs: timeoutMs, wallMs: 10 * timeoutMs, longestFrame };

  const ask = async (
    source: string,
    task: object,
    words: RunWords = { ...ofTemplates, isCall: "check" in task },
  ): Promise<unknown> => {
    if (source.length > longestSource)
      throw failure(
        words.mistake,
        `${words.title} source has ${source.length} characters; at most ${longestSource} are read.`,
      );
    const outcome = await pool.ask(source, JSON.stringify({ source, ...task }), limits);
    return replyIn(outcome, { timeoutMs, memoryBytes, ...words });
  };

  return {
    async describe(source) {
      const described = Described.safeParse(await ask(source, { kind: "describe" }));
      if (!described.success) throw changedReply();
      const { draft, verify, verifyGranular } = described.data;
      return {
        draft,
        checks: {
          ...(verify === null ? {} : { verify }),
          ...(verifyGranular === null ? {} : { verifyGranular }),
        },
      };
    },
    async callCheck(source, check, given) {
      const returned = Returned.safeParse(await ask(source, { kind: "call", check, ...given }));
      if (!returned.success) throw changedReply();
      if ("value" in returned.data) return returned.data.value;
      const expected = check === "verify" ? "True or False" : "a number";
      throw failure(
        "sandbox_error",
        `Template code must return ${expected}; it returned ${returned.data.unexpected}.`,
      );
    },
    async callScenario(source, call) {
      const task = { kind: "scenario", ...call };
      const returned = ReturnedJson.safeParse(await ask(source, task, { ...ofScenarios, isCall: true }));
      const value = returned.success ? tryParseJson(returned.data.json) : undefined;
      if (value === undefined) throw changedReply(ofScenarios);
      return value;
    },
    [Symbol.asyncDispose]: async () => pool[Symbol.asyncDispose](),
  };
}

/** What errors call the code, and how they judge it. */
interface RunWords {
  /** Begins messages: `Template code took longer than …`. */
  readonly title: string;
  readonly advice: string;
  /** The code of the error for source that is written wrongly. */
  readonly mistake: ErrorCode;
  /** True: a function of it is called. */
  readonly isCall: boolean;
}

const ofTemplates = {
  title: "Template",
  advice: "Template code must be small and quick: it compares the fields of one answer.",
  mistake: "template_invalid",
} as const;
const ofScenarios = {
  title: "Scenario",
  advice: "Scenario code must be small and quick: it looks at one walk.",
  mistake: "invalid_input",
} as const;

interface ReplyContext extends RunWords {
  readonly timeoutMs: number;
  readonly memoryBytes: number;
}

/** What a process replied, as JSON that is not trusted. @throws KareninaError */
function replyIn(outcome: ProcessOutcome, context: ReplyContext): unknown {
  const { timeoutMs, memoryBytes, isCall, title, advice, mistake } = context;
  const limited = (what: string) => failure("sandbox_limit", `${title} code ${what}.`, advice);
  const outOfMemory = () => limited(`used more than ${Math.round(memoryBytes / 2 ** 20)} MB of memory`);
  if (outcome.kind === "late") throw limited(`took longer than ${timeoutMs} ms and had to be stopped`);
  if (outcome.kind === "long") throw limited("returned more than 1,000,000 characters");
  if (outcome.kind === "ended") throw failure("sandbox_error", "The sandbox ended before it replied.");
  const text = outcome.frame.toString();
  if (nestsDeeperThan(text, deepestTemplate))
    throw failure(mistake, `The ${title.toLowerCase()} is nested deeper than ${deepestTemplate} levels.`);
  const reply: unknown = tryParseJson(text);
  const failed = Failed.safeParse(reply);
  if (!failed.success) return reply;
  const { data } = failed;
  if ("broken" in data) {
    if (data.broken === "memory") throw outOfMemory();
    if (data.broken === "length") throw limited("returned more than 1,000,000 characters");
    throw data.broken === "depth"
      ? limited("stopped its interpreter, or went deeper than it can follow")
      : changedReply(context);
  }
  const where = data.line === null ? "" : ` at line ${data.line}`;
  if (data.problem === "memory") throw outOfMemory();
  throw isCall && data.problem === "raised"
    ? failure("sandbox_error", `${title} code failed${where}: ${data.message}`)
    : failure(mistake, `${title} source is not valid${where}: ${data.message}`);
}

function changedReply({ title }: Pick<RunWords, "title"> = ofTemplates): KareninaError {
  return failure("sandbox_error", `${title} code changed how its result is written.`);
}

function failure(code: ErrorCode, message: string, hint?: string): KareninaError {
  return new KareninaError(code, message, hint === undefined ? {} : { hint });
}
