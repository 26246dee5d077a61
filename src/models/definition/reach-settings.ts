/** Settings of a model that mean something to some interfaces only, in the order in which problems name them. */
export const reachSettings = [
  ...(["modelProvider", "endpointBaseUrl", "endpointApiKey", "anthropicBaseUrl", "anthropicApiKey"] as const),
  ...(["manualTracesPath", "modelPath", "maxContextTokens", "replayFile"] as const),
  ...(["command", "commandProcesses", "http", "httpMethod", "httpBody"] as const),
  ...(["httpAnswer", "httpContexts", "httpUsage", "httpTrace"] as const),
] as const;
export type ReachSetting = (typeof reachSettings)[number];

/** Whether a setting means something to some interfaces only. */
export function isReachSetting(setting: string): setting is ReachSetting {
  return reachSettings.some((one) => one === setting);
}

/** Those that hold the file which a model is served from, what is prepared before what has to be asked. */
export const fileSettings = [
  "manualTracesPath",
  "replayFile",
  "modelPath",
] as const satisfies readonly ReachSetting[];
