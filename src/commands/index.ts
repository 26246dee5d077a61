export { chooseCommandRunner } from "./choose-command-runner.ts";
export type { CommandBackend } from "./command-runner-options.ts";
export type { CommandLimits } from "./limits.ts";
export { defaultCommandLimits } from "./limits.ts";
export { hostView } from "./view/host-view.ts";
export type { ViewEntry } from "./view/sandbox-view.ts";
