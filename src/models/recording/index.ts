export type { Recorder } from "./recorder.ts";
export { openRecorder } from "./recorder.ts";
export { recordingEmbedder, recordingLlm } from "./recording-ports.ts";
export { createReplayEmbedder } from "./replay-ports.ts";
export { sharedRecording } from "./shared-recording.ts";
