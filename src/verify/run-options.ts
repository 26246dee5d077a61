import * as z from "zod";
import {
  type Clock,
  type Environment,
  functionLike,
  issueLines,
  KareninaError,
  onlyMembers,
  type ShapeOf,
} from "../base/index.ts";
import type { ReplyStoreLimits } from "../models/recording/index.ts";
import { VerificationResultSet } from "../result/index.ts";
import type { RunEvents } from "../run/index.ts";
import { extensionMembers, type RunExtensions } from "./extensions.ts";
import { ReporterShape } from "./reporter-shape.ts";
import type { ReuseRequest } from "./reuse/plan-reuse.ts";

/** How to run a benchmark from code. */
export interface RunVerificationOptions extends RunExtensions {
  /** Default: every finished question; none where `scenarios` are named. */
  readonly questionIds?: readonly string[];
  /** Names of scenarios; an empty list: none. Default: all; none where `questionIds` are named. */
  readonly scenarios?: readonly string[];
  /** Told what happens, such as for a progress display. */
  readonly events?: RunEvents | readonly RunEvents[];
  /**
   * Told before the first model call what will be missing from the results, such as traits that cannot be judged here;
   * later what agents leave behind.
   */
  readonly warn?: (warning: string) => void;
  /** Aborting it ends the run with code `cancelled`; what was written to `output` is kept. */
  readonly signal?: AbortSignal;
  /** Aborting it ends the run in its own time: nothing new starts, what runs is finished, and the results so far are returned. */
  readonly stopSignal?: AbortSignal;
  /** Results log (`.jsonl`, or packed `.jsonl.zst`) that grows with the run, so that it can be resumed. Without it results are only in memory. */
  readonly output?: string;
  /** Go on with the run whose log `output` is. Default false: an existing file is refused. */
  readonly resume?: boolean;
  /** With `resume`: also repeat tasks whose model could not be reached. Default false. */
  readonly retryFailed?: boolean;
  /** Stored with every result. */
  readonly runName?: string;
  /** File that every exchange with a model is written to, for the interface `replay`. */
  readonly record?: string;
  /**
   * Takes the answers of an earlier run, a results log, a JSON export or results in memory, and judges them with what is
   * given now. Nothing is asked of a model whose answers are all there. Without `answeringModels`, all models of that run.
   */
  readonly answersFrom?: string | VerificationResultSet;
  /** With `answersFrom`: answers that the run does not have, or to another text, are asked for or left out. Default `leave`. */
  readonly missingAnswers?: "ask" | "leave";
  /** Takes over from an earlier run whatever the same question, models and settings have given there; the rest is asked. */
  readonly extend?: string | VerificationResultSet;
  /**
   * Keeps replies of models for later runs in a folder, and takes those that are kept there: of the same model, settings and
   * request in the same replicate. True: a folder of this user for caches. Default false.
   */
  readonly cache?: boolean | string | (ReplyStoreLimits & { readonly folder?: string });
  /**
   * Spans of OpenTelemetry for the run, its tasks, stages and calls: true: a provider of tracers has to be registered; false:
   * there are none. Default: where one is registered.
   */
  readonly telemetry?: boolean;
  /** Default: `process.env`. */
  readonly environment?: Environment;
  readonly clock?: Clock;
  /** Uniform in 0..1, for backoff and random order. Default: `Math.random`. */
  readonly random?: () => number;
}

const text = z.string().optional();
const flag = z.boolean().optional();
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const objectLike = z.custom<object>(isObject, "expected an object");
const having = (...methods: readonly string[]) =>
  objectLike.refine(
    (value) => methods.every((name) => typeof Reflect.get(value, name) === "function"),
    `expected an object with ${methods.join(", ")}`,
  );

const resultSet = z.instanceof(VerificationResultSet, {
  error: "expected a path, or a VerificationResultSet",
});

const Options = onlyMembers(
  {
    ...extensionMembers,
    questionIds: z.array(z.string()).optional(),
    scenarios: z.array(z.string()).optional(),
    events: z.union([ReporterShape, z.array(ReporterShape)]).optional(),
    warn: functionLike.optional(),
    signal: having("addEventListener", "throwIfAborted").optional(),
    stopSignal: having("addEventListener", "throwIfAborted").optional(),
    output: text,
    resume: flag,
    retryFailed: flag,
    runName: text,
    record: text,
    answersFrom: z.union([z.string(), resultSet]).optional(),
    missingAnswers: z.enum(["ask", "leave"]).optional(),
    extend: z.union([z.string(), resultSet]).optional(),
    cache: z
      .union([
        z.boolean(),
        z.string().min(1),
        z.strictObject({
          folder: z.string().min(1).optional(),
          maxDays: z.number().positive().optional(),
          maxMegabytes: z.number().positive().optional(),
        }),
      ])
      .optional(),
    telemetry: flag,
    environment: objectLike.optional(),
    clock: having("now", "monotonic", "sleep").optional(),
    random: functionLike.optional(),
  } satisfies ShapeOf<RunVerificationOptions>,
  "option",
)
  .refine(({ resume, output }) => resume !== true || output !== undefined, {
    path: ["resume"],
    message: "expected output beside it, the log to go on with",
  })
  .refine(({ answersFrom, extend }) => answersFrom === undefined || extend === undefined, {
    path: ["extend"],
    message: "answersFrom takes answers only, extend whatever is known: expected one of them",
  })
  .refine(({ answersFrom, missingAnswers }) => missingAnswers === undefined || answersFrom !== undefined, {
    path: ["missingAnswers"],
    message: "expected answersFrom beside it",
  });

/** What is taken over, as the options say. */
export function reuseRules({
  extend,
  missingAnswers = "leave",
}: Pick<RunVerificationOptions, "extend" | "missingAnswers">): Omit<ReuseRequest, "source"> {
  return extend === undefined
    ? { take: "answers", missing: missingAnswers }
    : { take: "known", missing: "ask" };
}

/**
 * Looks at the options of `runVerification`, for callers that no compiler has looked at.
 *
 * @throws KareninaError `configuration` that names each option that is none, with the nearest one, and each wrong value.
 */
export function refuseWrongOptions(options: unknown): void {
  const { error } = Options.safeParse(options, { reportInput: true });
  if (error === undefined) return;
  const problems = issueLines(error.issues);
  throw new KareninaError(
    "configuration",
    `The options of runVerification cannot be used: ${problems.join("; ")}.`,
    { hint: `There are ${Object.keys(Options.shape).join(", ")}; settings of the run come before them.` },
  );
}
