import { TransportError } from "../../base/index.ts";
import type { LlmReply, LlmRequest } from "../../ports/index.ts";

/**
 * True when a server's refusal is about streaming: status 400, 404, 405, 422 or 501, and its own error message (never a
 * model's words) names it.
 */
function refusesStream(error: unknown): boolean {
  if (!TransportError.isInstance(error) || error.partialText !== undefined) return false;
  return [400, 404, 405, 422, 501].includes(error.status ?? 0) && /stream/i.test(error.message);
}

/** Asks for streams until the server refuses one; that request is sent again without, and so is every later one. */
export function withStreamFallback(
  send: (request: LlmRequest) => Promise<LlmReply>,
): (request: LlmRequest) => Promise<LlmReply> {
  let offered = true;
  return async (request) => {
    if (request.stream !== true) return await send(request);
    const { stream: _, ...plain } = request;
    if (!offered) return await send(plain);
    try {
      return await send(request);
    } catch (error) {
      if (!refusesStream(error)) throw error;
      offered = false;
      return await send(plain);
    }
  };
}
