import { type JsonObject, TransportError } from "../../base/index.ts";
import type { LlmReply, LlmRequest } from "../../ports/index.ts";

/** The last version of the interface whose requests may say how to sample; the later ones refuse that. */
const samplingVersion = "2023-06-01";

const samplingKeys = ["temperature", "top_p", "top_k"] as const;

/** Headers a body needs: one that says how to sample goes to the version of the interface that allows it. */
export function versionHeaders(body: JsonObject): Record<string, string> {
  return samplingKeys.some((key) => key in body) ? { "anthropic-version": samplingVersion } : {};
}

/** The server's own message (never a model's words) refuses the temperature: newer models take none at all. */
function refusesTemperature(error: unknown): boolean {
  return TransportError.isInstance(error) && error.status === 400 && /\btemperature\b/i.test(error.message);
}

/**
 * Sends temperatures until the model refuses one; that request is sent again without its temperature, and so is every
 * later one.
 */
export function withTemperatureFallback(
  send: (request: LlmRequest, options: { readonly omitTemperature: boolean }) => Promise<LlmReply>,
): (request: LlmRequest) => Promise<LlmReply> {
  let omitTemperature = false;
  return async (request) => {
    if (omitTemperature) return await send(request, { omitTemperature });
    try {
      return await send(request, { omitTemperature });
    } catch (error) {
      if (!refusesTemperature(error)) throw error;
      omitTemperature = true;
      return await send(request, { omitTemperature });
    }
  };
}
