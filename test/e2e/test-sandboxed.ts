import { test } from "vitest";
import { messageOf } from "../../src/base/index.ts";
import { chooseCommandRunner } from "../../src/commands/index.ts";

const problem = await chooseCommandRunner().then(
  (runner) => runner[Symbol.asyncDispose](),
  (error: unknown) => messageOf(error),
);
if (problem !== undefined) test.skip(`agents run no commands here: ${problem}`);

/** A test of agents that run commands; where no sandbox works it is named as skipped, and the reason beside it. */
export const testSandboxed = problem === undefined ? test : test.skip;
