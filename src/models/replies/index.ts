export { base64, chatContent } from "./chat-content.ts";
export { countToolCalls } from "./count-tool-calls.ts";
export { isEmptyReply } from "./is-empty-reply.ts";
export { joinText } from "./join-text.ts";
export { errorOfOwn } from "./own/own-error.ts";
export {
  memberOf,
  OwnContexts,
  OwnMessage,
  OwnMessages,
  OwnModelName,
  OwnText,
  readOwn,
  WrongReply,
} from "./own/own-shapes.ts";
export { readRedacted, signedThinking, signRedacted } from "./redacted-thinking.ts";
export { FinishReasonShape, LlmReplyShape, MessageShape } from "./reply-schemas.ts";
export { withStreamFallback } from "./stream-fallback.ts";
export { ReplyCount, usageOfCounts } from "./usage-of-counts.ts";
