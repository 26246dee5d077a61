import * as z from "zod";
import {
  type IdleWatch,
  KareninaError,
  maskGiven,
  readForeign,
  readThrown,
  StorageProblem,
  saidText,
  storedCopies,
  unknownMembers,
  untilAborted,
} from "../../base/index.ts";
import type { CallObserver } from "../../ports/index.ts";
import { unstatedFailureOf } from "../../result/index.ts";
import { ToldCall, ToldFirstToken, ToldRetry, ToldTool } from "../../trace/index.ts";
import type { Facts } from "../facts.ts";
import { resultIdentity } from "../finalize/metadata.ts";
import type { AnyStage, PipelineLog, StageContext, StageOutcome, StageRuling } from "../stage.ts";
import { type FrozenView, frozenViews } from "./frozen-views.ts";
import { FinalResult, OwnOutcome, OwnSkip } from "./own-outcome.ts";
import { isBuiltInFact, listStoredFacts } from "./own-stages.ts";

/** What own stages must not do to their run. */
interface OwnStageGuard {
  /** The stage as the run calls it: it sees copies, what it returns is read, and what it throws shows no secret. */
  guarded(stage: AnyStage): Required<Pick<AnyStage, "skip" | "run">>;
  /**
   * A result that own stages have had a part in, as one of the context's task that can be stored.
   *
   * @param ruling what the stage rules beside it
   * @throws KareninaError `composition` that names each wrong field, or says why it would be read as a failure.
   */
  resultOf(
    stage: AnyStage,
    made: unknown,
    context: Pick<StageContext, "task" | "log">,
    ruling?: StageRuling,
  ): Facts["result"];
}

/** What own stages of one task have around them. */
interface GuardOptions {
  readonly idle: IdleWatch;
  /** The keys of the run. */
  readonly secrets: readonly string[];
  /** What they may see of the run. */
  readonly view: FrozenView;
}

/** A shorter secret may be a word of a fact. */
const shortestHidden = 12;

/** A guard for the own stages of one task. */
export function guardOwnStages({ idle, secrets, view }: GuardOptions): OwnStageGuard {
  const masked = (text: string) => maskGiven(text, secrets, shortestHidden);
  const copies = storedCopies({
    ...{ what: "the facts of one result", characters: 1_000_000, collections: 10_000 },
    shown(text, place) {
      if (!text.isWellFormed()) throw new StorageProblem(`${place} is text with half of a character in it`);
      return masked(text);
    },
  });
  const shown = (text: string) => saidText(text, secrets);

  function factsFor(stage: AnyStage, facts: object): object {
    const named: readonly string[] = [...stage.requires, ...(stage.reads ?? [])];
    const view: { [fact: string]: unknown } = {};
    for (const name of named)
      if (Object.hasOwn(facts, name)) view[name] = factFor(name, Reflect.get(facts, name));
    return view;
  }

  /** Stored facts of own stages are frozen already; what they do not store is theirs alone. */
  const factFor = (name: string, value: unknown): unknown => (isBuiltInFact(name) ? view(value) : value);

  const contextFor = (stage: AnyStage, context: StageContext): StageContext => ({
    ...context,
    task: view(context.task),
    services: view(context.services),
    observer: checkedObserver(stage, context.observer),
    observerFor(given) {
      const usageKey = readForeign(z.string(), given, `${stage.name} asked for an observer by no name`);
      return checkedObserver(stage, context.observerFor(shown(usageKey)));
    },
    lost: (error) => context.lost(readThrown(error, secrets)),
    log: logView(context.log),
  });

  const rulingOf = (ruling: StageRuling): StageRuling => ({ ...ruling, reason: shown(ruling.reason) });

  function outcomeOf(stage: AnyStage, given: unknown): StageOutcome<never> {
    const returned = readForeign(OwnOutcome, given, `${stage.name} returned no outcome`);
    refuseUnknownFacts(stage, returned);
    const { ruling, warnings = [], error } = returned;
    const facts: { [fact: string]: unknown } = {};
    for (const name of stage.produces as readonly string[]) {
      try {
        const value = factOf(stage, name, returned);
        if (value !== undefined) facts[name] = value;
      } catch (problem) {
        return { ...facts, error: readThrown(problem, secrets) };
      }
    }
    return {
      ...facts,
      warnings: warnings.map(shown),
      ...(ruling !== undefined && { ruling: rulingOf(ruling) }),
      ...(error !== undefined && { error: readThrown(error, secrets) }),
    };
  }

  function factOf(stage: AnyStage, fact: string, returned: { readonly [name: string]: unknown }): unknown {
    const value: unknown = Object.hasOwn(returned, fact) ? returned[fact] : undefined;
    if (value === undefined) return undefined;
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

  /** What an own stage says of its calls is counted only where results can hold it. */
  function checkedObserver({ name }: AnyStage, observer: CallObserver): CallObserver {
    const what = `${name} told its observer what no call is`;
    return {
      started: () => observer.started?.(),
      firstToken(told) {
        observer.firstToken?.(readForeign(ToldFirstToken, told, what));
      },
      finished(told) {
        const call = readForeign(ToldCall, told, what);
        observer.finished?.({ ...call, model: shown(call.model) });
      },
      stored(told) {
        const { usage, model } = readForeign(ToldCall, { ...told, durationMs: 0 }, what);
        observer.stored?.({ usage, model: shown(model) });
      },
      toolCalled(told) {
        const { name: tool } = readForeign(ToldTool, told, what);
        observer.toolCalled?.({ name: shown(tool) });
      },
      retried(told) {
        const event = readForeign(ToldRetry, told, what);
        observer.retried?.({ ...event, reason: shown(event.reason) });
      },
    };
  }

  return {
    guarded: (stage) => ({
      skip(facts, context) {
        try {
          const returned: unknown = stage.skip?.(factsFor(stage, facts), contextFor(stage, context));
          if (returned instanceof Promise) returned.catch(() => undefined);
          const skip = readForeign(
            OwnSkip,
            returned,
            `${stage.name}.skip returned neither a text nor undefined`,
          );
          if (skip === undefined) return undefined;
          if (typeof skip === "string") return shown(skip);
          const { reason, ruling } = skip;
          return ruling === undefined ? shown(reason) : { reason: shown(reason), ruling: rulingOf(ruling) };
        } catch (error) {
          throw readThrown(error, secrets);
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
          throw readThrown(error, secrets);
        }
      },
    }),
    resultOf(stage, made, { task, log }, ruling) {
      const limits = { what: "the parts of one result", characters: 50_000_000, collections: 1_000_000 };
      try {
        const copy = storedCopies({ ...limits, classes: true, shown: masked }).copy(made, "result");
        const result = readForeign(FinalResult, copy, `${stage.name} made no result`);
        const { metadata } = result;
        const own = { ...result, metadata: { ...metadata, ...resultIdentity(task, metadata.timestamp) } };
        const failure = unstatedFailureOf({ ...own, stages: log.stages }, ruling);
        if (failure === undefined) return own;
        throw new KareninaError(
          "composition",
          `${stage.name} made a result that states no failure and is read as one: ${failure}`,
        );
      } catch (problem) {
        throw readThrown(problem, secrets);
      }
    },
  };
}

/** Throws for a member that is neither a part of every outcome nor a fact that the stage produces. */
function refuseUnknownFacts({ name, produces }: AnyStage, returned: { readonly [name: string]: unknown }) {
  const known = [...Object.keys(OwnOutcome.shape), ...produces];
  const given = Object.keys(returned).filter((member) => returned[member] !== undefined);
  const unknown = given.filter((member) => !known.includes(member));
  if (unknown.length === 0) return;
  throw new KareninaError("composition", `${name} returned no outcome: ${unknownMembers(unknown, known)}.`, {
    hint: "A stage returns the facts that stand in its produces; perhaps a ruling, warnings, an error.",
  });
}

function stalled({ name }: AnyStage): KareninaError {
  return new KareninaError(
    "composition",
    `${name} did not return: it waits for something that nothing is left to bring about.`,
  );
}

/** What has happened so far, as nobody can change it. */
function logView(log: PipelineLog): PipelineLog {
  const { rulings, stages, warnings, lost, retries, usage, error, startedAt } = log;
  return Object.freeze({
    ...frozenViews()({ rulings, stages, warnings, lost, retries }),
    usage: new Map(usage),
    error: error === null ? null : Object.freeze({ ...error }),
    startedAt,
  });
}
