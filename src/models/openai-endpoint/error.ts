import * as z from "zod";
import type { TransportError } from "../../base/index.ts";
import { type CallSite, statusError } from "../../http/index.ts";

const ErrorInside = z.object({
  error: z.object({ code: z.coerce.number().int().min(300).max(599).catch(500) }),
});

/** The error some gateways put inside a reply of status 200; undefined when there is none. */
export function errorInsideReply(site: CallSite, body: unknown): TransportError | undefined {
  const parsed = ErrorInside.safeParse(body);
  if (!parsed.success) return undefined;
  const reply = { status: parsed.data.error.code, body: JSON.stringify(body), retryAfterMs: undefined };
  return statusError(site, reply);
}
