import { describe } from "vitest";
import { sdkProgram } from "../sandbox/sdk-program.ts";

/** Whether the SDK's program is there. Says in one line that what starts it is skipped where it is not. */
export const hasClaudeProgram = sdkProgram() !== undefined;
if (!hasClaudeProgram)
  console.log('tests of Claude\'s program: skipped; "npm run claude-program" fetches it (380 MB).');

/** `describe` for what starts the SDK's program. */
export const describeClaudeProgram = describe.runIf(hasClaudeProgram);
