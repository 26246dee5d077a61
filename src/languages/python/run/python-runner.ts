import * as z from "zod";
import { type ErrorCode, KareninaError, nestsDeeperThan, tryParseJson } from "../../../base/index.ts";
import { deepestTemplate, type TemplateRunner } from "../../../sandbox/index.ts";
import { guestPrograms } from "./guest-programs.ts";
import { pyodideFolder } from "./pyodide-folder.ts";
import { createPythonPool } from "./python-pool.ts";
import type { ProcessOutcome } from "./python-process.ts";

/** Runs the code of templates in Python; a part of what runs those in TypeScript. */
export type PythonRunner = Pick<TemplateRunner, "describe" | "callCheck"> & AsyncDisposable;

/** Limits of the Python code of templates. */
export interface PythonRunnerOptions {
  /** Memory of a template's interpreter, its own included; default 128 MB, 64 MB at least. */
  readonly memoryBytes?: number;
  /** CPU time for reading a template or calling one of its methods, in milliseconds; default 2000. */
  readonly timeoutMs?: number;
  /** Opens the pool; by default one with a process for each source. */
  readonly openPool?: typeof createPythonPool;
}

const smallestMemoryBytes = 64 * 2 ** 20;

/** Longest source that is read, in UTF-16 units. */
const longestSource = 1_000_000;

/** Longest frame of a reply, in bytes: its text has a million characters at most. */
const longestFrame = 8_000_000;

/** How many templates run at once. */
const processes = 2;

const Described = z.object({
  draft: z.unknown(),
  verify: z.string().nullable(),
  verifyGranular: z.string().nullable(),
});
const Returned = z.union([
  z.strictObject({ value: z.union([z.boolean(), z.number(), z.string(), z.null()]) }),
  z.strictObject({ unexpected: z.string() }),
]);
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
  const { timeoutMs = 2000, openPool = createPythonPool } = options;
  const memoryBytes = Math.max(options.memoryBytes ?? 2 * smallestMemoryBytes, smallestMemoryBytes);
  pyodideFolder();
  const pool = openPool({ memoryBytes, programs: guestPrograms, processes });
  const limits = { cpuMs: timeoutMs, wallMs: 10 * timeoutMs, longestFrame };

  const ask = async (source: string, task: object): Promise<unknown> => {
    if (source.length > longestSource)
      throw failure(
        "template_invalid",
        `Template source has ${source.length} characters; at most ${longestSource} are read.`,
      );
    const outcome = await pool.ask(source, JSON.stringify({ source, ...task }), limits);
    return replyIn(outcome, { timeoutMs, memoryBytes, isCall: "check" in task });
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
    [Symbol.asyncDispose]: async () => pool[Symbol.asyncDispose](),
  };
}

interface ReplyContext {
  readonly timeoutMs: number;
  readonly memoryBytes: number;
  readonly isCall: boolean;
}

/** What a process replied, as JSON that is not trusted. @throws KareninaError */
function replyIn(outcome: ProcessOutcome, { timeoutMs, memoryBytes, isCall }: ReplyContext): unknown {
  const limited = (what: string) =>
    failure(
      "sandbox_limit",
      `Template code ${what}.`,
      "Template code must be small and quick: it compares the fields of one answer.",
    );
  const outOfMemory = () => limited(`used more than ${Math.round(memoryBytes / 2 ** 20)} MB of memory`);
  if (outcome.kind === "late") throw limited(`took longer than ${timeoutMs} ms and had to be stopped`);
  if (outcome.kind === "long") throw limited("returned more than 1,000,000 characters");
  if (outcome.kind === "ended") throw failure("sandbox_error", "The sandbox ended before it replied.");
  const text = outcome.frame.toString();
  if (nestsDeeperThan(text, deepestTemplate))
    throw failure("template_invalid", `The template is nested deeper than ${deepestTemplate} levels.`);
  const reply: unknown = tryParseJson(text);
  const failed = Failed.safeParse(reply);
  if (!failed.success) return reply;
  const { data } = failed;
  if ("broken" in data) {
    if (data.broken === "memory") throw outOfMemory();
    if (data.broken === "length") throw limited("returned more than 1,000,000 characters");
    throw data.broken === "depth"
      ? limited("stopped its interpreter, or went deeper than it can follow")
      : changedReply();
  }
  const where = data.line === null ? "" : ` at line ${data.line}`;
  if (data.problem === "memory") throw outOfMemory();
  throw isCall && data.problem === "raised"
    ? failure("sandbox_error", `Template code failed${where}: ${data.message}`)
    : failure("template_invalid", `Template source is not valid${where}: ${data.message}`);
}

function changedReply(): KareninaError {
  return failure("sandbox_error", "Template code changed how its result is written.");
}

function failure(code: ErrorCode, message: string, hint?: string): KareninaError {
  return new KareninaError(code, message, hint === undefined ? {} : { hint });
}
