import { TransportError } from "../../base/index.ts";

/**
 * What the failure of a call may say about a model's server. `own`: it answers, and the call alone failed. `outage`: it
 * does not answer, or not for now. `limit`: it answers, and asks to be left alone for a while. `refusal`: it answers and
 * will have none of it, which patience does not mend.
 */
type FailureMeaning = "own" | "outage" | "limit" | "refusal";

/** Refused for who asks or what for: key, credit, access, model, address. */
const refusals: ReadonlySet<number> = new Set([401, 402, 403, 404, 407, 410, 429, 451]);

/** The meaning of anything that a call has thrown. */
export function failureMeaning(error: unknown): FailureMeaning {
  if (!TransportError.isInstance(error)) return "own";
  if (error.category === "rate_limit") return "limit";
  if (error.category !== "permanent") return "outage";
  const { status } = error;
  // without a status nothing came back: a certificate, an address that cannot be called
  if (status === undefined || status < 400 || refusals.has(status)) return "refusal";
  return "own";
}

/** Equal for failures of one cause. */
export function causeOf(error: TransportError): string {
  return error.status === undefined ? error.category : `status ${error.status}`;
}
