import { TransportError } from "../../base/index.ts";
import { schemaInstructions } from "../../judge/index.ts";
import type { LlmReply, LlmRequest } from "../../ports/index.ts";
import { userMessage } from "../../trace/index.ts";

/** The request with its schema written into the prompt instead of handed to the provider. */
export function schemaInPrompt(request: LlmRequest): LlmRequest {
  const { responseSchema, ...rest } = request;
  if (responseSchema === undefined) return request;
  return { ...rest, messages: [...request.messages, userMessage(schemaInstructions(responseSchema.schema))] };
}

/**
 * True when a server's refusal is about the response schema: status 400 or 422, and its own error message
 * (never a model's words) names the setting or the grammar made from it.
 */
function refusesSchema(error: unknown): boolean {
  if (!TransportError.isInstance(error) || (error.status !== 400 && error.status !== 422)) return false;
  return /response_?format|response_?schema|json_?schema|json_object|output_(config|format)|structured|guided|grammar|schema/i.test(
    error.message,
  );
}

/**
 * Sends schemas natively until a server refuses one; that request is sent again with the schema in its
 * prompt, and so is every later one.
 */
export function withPromptFallback(
  send: (request: LlmRequest) => Promise<LlmReply>,
): (request: LlmRequest) => Promise<LlmReply> {
  let native = true;
  return async (request) => {
    if (request.responseSchema === undefined) return await send(request);
    if (!native) return await send(schemaInPrompt(request));
    try {
      return await send(request);
    } catch (error) {
      if (!refusesSchema(error)) throw error;
      native = false;
      return await send(schemaInPrompt(request));
    }
  };
}
