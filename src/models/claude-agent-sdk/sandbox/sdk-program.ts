import { createRequire } from "node:module";

/** The program that the package was installed with; undefined where there is none for this system. */
export function sdkProgram(): string | undefined {
  const system = `${process.platform}-${process.arch}`;
  for (const libc of ["", "-musl"]) {
    try {
      const installed = createRequire(import.meta.resolve("@anthropic-ai/claude-agent-sdk"));
      return installed.resolve(`@anthropic-ai/claude-agent-sdk-${system}${libc}/claude`);
    } catch {
      // it is not the one for this system
    }
  }
  return undefined;
}
