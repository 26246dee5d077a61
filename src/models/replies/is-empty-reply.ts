import type { LlmReply } from "../../ports/index.ts";

/** True for a reply in which nothing at all was recognised: some interfaces have no field that must be there. */
export function isEmptyReply({ message, usageKnown, finishReason }: LlmReply): boolean {
  return message.content.length === 0 && !usageKnown && finishReason === "other";
}
