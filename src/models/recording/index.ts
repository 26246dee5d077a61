export type { Recorder } from "./recorder.ts";
export { openRecorder } from "./recorder.ts";
export type { Recording } from "./recording.ts";
export { loadRecording } from "./recording.ts";
export { recordingEmbedder, recordingLlm } from "./recording-ports.ts";
export { createReplayEmbedder, createReplayLlm } from "./replay-ports.ts";
