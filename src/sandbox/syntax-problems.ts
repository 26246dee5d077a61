import { messageOf } from "../base/index.ts";
import { defaultMemoryBytes, defaultStackBytes } from "./sandbox-protocol.ts";
import { createSandboxThread } from "./sandbox-thread.ts";

const limits = { memoryBytes: defaultMemoryBytes, stackBytes: defaultStackBytes, timeoutMs: 500 };

/**
 * What is wrong with the syntax of each template's TypeScript source, undefined: nothing. They are read in the sandbox's
 * thread, one after the other, and none is run.
 */
export async function* syntaxProblems(sources: Iterable<string>): AsyncGenerator<string | undefined> {
  await using thread = createSandboxThread();
  for (const source of sources) {
    yield await thread
      .evaluate({ subject: "template", source, task: "", limits, isSyntaxOnly: true })
      .then(() => undefined, messageOf);
  }
}
