export type { Recorder } from "./recorder.ts";
export { openRecorder } from "./recorder.ts";
export { recordingEmbedder, recordingLlm } from "./recording-ports.ts";
export { createReplayEmbedder } from "./replay-ports.ts";
export type { ReplyStore, ReplyStoreLimits } from "./reply-store.ts";
export {
  hasReplyStore,
  openReplyStore,
  removeReplyStore,
  replyStoreFolder,
} from "./reply-store.ts";
export { sharedRecording } from "./shared-recording.ts";
export { type CallScope, type PaidReplies, paidLlm, storingLlm } from "./storing-llm.ts";
export { type PaidReply, unsavedReplies } from "./unsaved-replies.ts";
