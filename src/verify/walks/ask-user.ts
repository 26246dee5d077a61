import type { Clock } from "../../base/index.ts";
import { type OpeningStep, type ParsingModel, recordStage } from "../../pipeline/index.ts";
import type { CallObserver } from "../../ports/index.ts";
import { assemblePrompt } from "../../prompt/index.ts";
import type { UserReply, UserTurn } from "../../scenario/index.ts";

/** The stage of a turn in which a model speaks as a user. */
export const userStage = "SimulatedUser";
/** What its tokens are counted under. */
const userUsage = "simulated_user";

/** What a call of a simulated user depends on. */
interface AskUserContext {
  readonly model: ParsingModel;
  readonly replicate: number | null;
  readonly signal: AbortSignal;
  readonly observer: CallObserver;
  readonly clock: Clock;
}

/** What a simulated user says, undefined where its model cannot be reached or its reply not be read, and the work that was. */
export async function askUser(
  { prompt, form, user }: Extract<UserTurn, { readonly kind: "ask" }>,
  { model, replicate, signal, observer, clock }: AskUserContext,
): Promise<{ readonly reply: UserReply | undefined; readonly step: OpeningStep }> {
  const recorder = recordStage(observer);
  const startedAt = clock.monotonic();
  const step = (reason: string | null, error?: unknown): OpeningStep => ({
    ...{ name: userStage, recorder, durationMs: clock.monotonic() - startedAt, reason },
    ...(error !== undefined && { error }),
  });
  try {
    const reply = await model.parser.parse({
      ...form,
      // a judge's own instructions are for judging
      messages: assemblePrompt(prompt, {}),
      ...(user.seed !== undefined && { seed: user.seed + (replicate ?? 1) - 1 }),
      signal,
      ...(model.requestTimeoutMs !== undefined && { timeoutMs: model.requestTimeoutMs }),
      observer: recorder.observerFor(userUsage),
    });
    return { reply, step: step(reply.kind === "stopped" ? reply.stop : null) };
  } catch (error) {
    if (signal.aborted) throw error;
    return { reply: undefined, step: step(null, error) };
  }
}
