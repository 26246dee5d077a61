import { type IdleWatch, KareninaError, maskGiven, maskSecrets, untilAborted } from "../../base/index.ts";
import type { CallObserver } from "../../ports/index.ts";
import type { AnyStage, PipelineLog, StageContext, StageOutcome, StageRuling } from "../stage.ts";
import { frozenCopy } from "./frozen-copy.ts";
import { FinalResult, OwnCall, OwnOutcome, OwnRetry, OwnSkip, readOwn } from "./own-outcome.ts";
import { isBuiltInFact, listStoredFacts } from "./own-stages.ts";
import { stageError } from "./stage-error.ts";
import { StorageProblem, storedCopies } from "./stored-copy.ts";

/** What an own stage must not do to its run. */
export interface OwnStageGuard {
  /** The stage as the run calls it: it sees copies, what it returns is read, and what it throws shows no secret. */
  guarded(stage: AnyStage): Required<Pick<AnyStage, "skip" | "run">>;
}

/** What own stages of one task have around them. */
export interface GuardOptions {
  readonly idle: IdleWatch;
  /** The keys of the run. */
  readonly secrets: readonly string[];
}

/** A shorter secret may be a word of a fact. */
const shortestHidden = 12;

/** A guard for the own stages of one task. */
export function guardOwnStages({ idle, secrets }: GuardOptions): OwnStageGuard {
  const copies = storedCopies((text) => maskGiven(text, secrets, shortestHidden));
  const seen = new Map<string, unknown>();
  const shown = (text: string) => maskSecrets(text, secrets);

  function factsFor(stage: AnyStage, facts: object): object {
    const named: readonly string[] = [...stage.requires, ...(stage.reads ?? [])];
    const view: { [fact: string]: unknown } = {};
    for (const name of named)
      if (Object.hasOwn(facts, name)) view[name] = factFor(name, Reflect.get(facts, name));
    return view;
  }

  /** Stored facts of own stages are frozen already; what they do not store is theirs alone. */
  function factFor(name: string, value: unknown): unknown {
    if (!isBuiltInFact(name)) return value;
    const copy = seen.get(name) ?? frozenCopy(value);
    seen.set(name, copy);
    return copy;
  }

  const contextFor = (stage: AnyStage, context: StageContext): StageContext => ({
    ...context,
    observer: checkedObserver(stage, context.observer),
    observerFor: (usageKey) => checkedObserver(stage, context.observerFor(usageKey)),
    lost: (error) => context.lost(stageError(error, secrets)),
    log: logView(context.log),
  });

  const rulingOf = (ruling: StageRuling): StageRuling => ({ ...ruling, reason: shown(ruling.reason) });

  function outcomeOf(stage: AnyStage, given: unknown): StageOutcome<never> {
    const returned = readOwn(OwnOutcome, given, `${stage.name} returned no outcome`);
    const { ruling, warnings = [], error } = returned;
    const facts: { [fact: string]: unknown } = {};
    for (const name of stage.produces as readonly string[]) {
      try {
        const value = factOf(stage, name, returned);
        if (value !== undefined) facts[name] = value;
      } catch (problem) {
        return { ...facts, error: stageError(problem, secrets) };
      }
    }
    return {
      ...facts,
      warnings: warnings.map(shown),
      ...(ruling !== undefined && { ruling: rulingOf(ruling) }),
      ...(error !== undefined && { error: stageError(error, secrets) }),
    };
  }

  function factOf(stage: AnyStage, fact: string, returned: { readonly [name: string]: unknown }): unknown {
    const value: unknown = Object.hasOwn(returned, fact) ? returned[fact] : undefined;
    if (value === undefined) return undefined;
    if (fact === "result") return readOwn(FinalResult, value, `${stage.name} made no result`);
    if (!listStoredFacts(stage).includes(fact)) return value;
    try {
      return copies.copy(value, fact);
    } catch (problem) {
      if (!(problem instanceof StorageProblem)) throw problem;
      throw new KareninaError(
        "composition",
        `${stage.name} produced what no result can hold: ${problem.message}.`,
        { hint: `Produce what JSON can hold, or let the stage say unstored: ["${fact}"].` },
      );
    }
  }

  return {
    guarded: (stage) => ({
      skip(facts, context) {
        try {
          const returned: unknown = stage.skip?.(factsFor(stage, facts), contextFor(stage, context));
          if (returned instanceof Promise) returned.catch(() => undefined);
          const skip = readOwn(OwnSkip, returned, `${stage.name}.skip returned neither a text nor undefined`);
          if (skip === undefined) return undefined;
          if (typeof skip === "string") return shown(skip);
          const { reason, ruling } = skip;
          return ruling === undefined ? shown(reason) : { reason: shown(reason), ruling: rulingOf(ruling) };
        } catch (error) {
          throw stageError(error, secrets);
        }
      },
      async run(facts, context) {
        try {
          const running = (async () => stage.run(factsFor(stage, facts), contextFor(stage, context)))();
          const returned: unknown = await untilAborted(
            idle.untilIdle(running, () => stalled(stage)),
            context.signal,
          );
          return outcomeOf(stage, returned);
        } catch (error) {
          throw stageError(error, secrets);
        }
      },
    }),
  };
}

function stalled({ name }: AnyStage): KareninaError {
  return new KareninaError(
    "composition",
    `${name} did not return: it waits for something that nothing is left to bring about.`,
  );
}

/** What an own stage says of its calls is counted only where results can hold it. */
function checkedObserver({ name }: AnyStage, observer: CallObserver): CallObserver {
  const what = `${name} told its observer what no call is`;
  return {
    started: () => observer.started?.(),
    finished: (call) => observer.finished?.(readOwn(OwnCall, call, what)),
    retried: (event) => observer.retried?.(readOwn(OwnRetry, event, what)),
  };
}

/** What has happened so far, as nobody can change it. */
function logView(log: PipelineLog): PipelineLog {
  const { rulings, stages, warnings, lost, retries, usage, error, startedAt } = log;
  return Object.freeze({
    ...frozenCopy({ rulings, stages, warnings, lost, retries }),
    usage: new Map(usage),
    error: error === null ? null : Object.freeze({ ...error }),
    startedAt,
  });
}
