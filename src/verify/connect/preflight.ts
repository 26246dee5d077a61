import { type Clock, KareninaError, nearestName, settledWithin, TransportError } from "../../base/index.ts";
import type { PreflightSubject } from "./model-servers.ts";

/** What asking depends on. */
interface PreflightOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told what is odd but no reason to stop, a sentence at a time. */
  readonly notify: (text: string) => void;
}

/** A first call is waited for no longer: whether a slow model answers at all is for the run to find out. */
const longestWaitMs = 30_000;
/** A connection that breaks off is tried once more, after so long. */
const secondTryMs = 1000;
/** Once one model cannot be used, the others have so long to say the same. */
const lastWordsMs = 2000;
const mostNames = 12;

/**
 * Asks every model a few words, all at the same time, so that a run that could only fail ends before its first task.
 * A model that answers, or has too much to do to answer now, will do.
 *
 * @throws KareninaError `configuration` that says of every model that cannot be used why not.
 */
export async function preflight(
  subjects: readonly PreflightSubject[],
  options: PreflightOptions,
): Promise<void> {
  const enough = new AbortController();
  const onAbort = () => enough.abort(options.signal.reason);
  options.signal.addEventListener("abort", onAbort, { once: true });
  if (options.signal.aborted) onAbort();
  const failed = Promise.withResolvers<void>();
  const complaints: (Complaint | undefined)[] = subjects.map(() => undefined);
  const asked = subjects.map(async (subject, place) => {
    complaints[place] = await complaintOf(subject, { ...options, signal: enough.signal });
    if (complaints[place] !== undefined) failed.resolve();
  });
  try {
    await Promise.race([Promise.all(asked), failed.promise]);
    if (complaints.some(Boolean)) await settledWithin(Promise.all(asked), options.clock, lastWordsMs);
  } finally {
    enough.abort();
    options.signal.removeEventListener("abort", onAbort);
  }
  const found = complaints.filter((complaint) => complaint !== undefined);
  if (found.length > 0) throw unusable(found);
}

/** Why a model cannot be used, and what to do. */
interface Complaint {
  readonly reason: string;
  readonly hint: string | undefined;
}

async function complaintOf(
  subject: PreflightSubject,
  { clock, signal, notify }: PreflightOptions,
): Promise<Complaint | undefined> {
  const timeoutMs = Math.min(subject.timeoutMs, longestWaitMs);
  const ask = () => subject.probe({ signal, timeoutMs });
  try {
    await ask().catch(async (error: unknown) => {
      if (!TransportError.isInstance(error) || error.category !== "connection") throw error;
      await clock.sleep(secondTryMs, signal);
      await ask();
    });
    return undefined;
  } catch (error) {
    if (signal.aborted) return undefined;
    if (!TransportError.isInstance(error)) throw error;
    if (!isFinal(error)) {
      if (error.category !== "rate_limit") notify(`${error.message}. The run begins all the same.`);
      return undefined;
    }
    return { reason: error.message, hint: (await namesHint(subject, error, signal)) ?? error.hint };
  }
}

/** False for what may pass by itself: too many requests, a server that is busy or starting, a slow model. */
function isFinal({ category, status }: TransportError): boolean {
  if (category === "rate_limit" || category === "timeout") return false;
  return category !== "server_error" || status === undefined || status < 300;
}

/** For a model that the server does not have: what it has. */
async function namesHint(
  { modelName, listModels }: PreflightSubject,
  { status }: TransportError,
  signal: AbortSignal,
): Promise<string | undefined> {
  const names = status === 404 ? ((await listModels?.(signal)) ?? []) : [];
  if (names.length === 0 || names.includes(modelName)) return undefined;
  const nearest = nearestName(modelName, names);
  const shown = names.slice(0, mostNames).map((name) => `"${name}"`);
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : "";
  const guess = nearest === undefined ? "" : `Did you mean "${nearest}"? `;
  return `${guess}The server offers ${shown.join(", ")}${more}.`;
}

function unusable(complaints: readonly Complaint[]): KareninaError {
  const [first] = complaints;
  const hints = [...new Set(complaints.flatMap(({ hint }) => hint ?? []))];
  const reasons = complaints.map(({ reason }) => reason);
  const message =
    complaints.length === 1
      ? `Nothing was run: ${first?.reason}`
      : `Nothing was run:\n${reasons.map((reason) => `  ${reason}`).join("\n")}`;
  return new KareninaError("configuration", message, hints.length === 0 ? {} : { hint: hints.join(" ") });
}
