import { CommanderError } from "commander";
import type { ExitCode, ProgramIo } from "./command-io.ts";
import { harmlessStream } from "./harmless-stream.ts";
import { maskedStream, storeVariable } from "./masked-stream.ts";
import { namedStream } from "./named-stream.ts";
import { buildProgram } from "./program.ts";
import { wrappedStream } from "./wrapped-stream.ts";

/**
 * Runs one command line and returns its exit code; never throws. `--debug`, or the environment variable
 * `KARENINA_DEBUG`, shows where errors happened.
 *
 * @param argv the arguments after the program's name
 */
export async function runCommandLine(
  argv: readonly string[],
  surroundings: ProgramIo,
  version: string,
): Promise<ExitCode> {
  const watched = { isWatched: surroundings.environment.GITHUB_ACTIONS === "true" };
  await using atEnd = new AsyncDisposableStack();
  const { stdout, stderr, workingDirectory, environment } = surroundings;
  const given = [...argv, environment[storeVariable] ?? ""];
  const io = {
    ...{ ...surroundings, atEnd },
    stdout: harmlessStream(maskedStream(stdout, given), watched),
    stderr: harmlessStream(
      maskedStream(namedStream(wrappedStream(stderr), argv, workingDirectory), given),
      watched,
    ),
  };
  let code: ExitCode = 0;
  const program = buildProgram(io, version, (ended) => {
    code = ended;
  });
  try {
    if (argv.length === 0) {
      program.outputHelp();
      return 0;
    }
    await program.parseAsync([...argv], { from: "user" });
    return code;
  } catch (error) {
    // commander has written its message already; help of a command without subcommand counts as help
    if (error instanceof CommanderError)
      return error.exitCode === 0 || error.code === "commander.help" ? 0 : 2;
    const { exitCodeOf, reportFailure } = await import("./failure.ts");
    const debug = argv.includes("--debug") || !["", "0", undefined].includes(io.environment.KARENINA_DEBUG);
    reportFailure(error, { ...io, debug });
    return exitCodeOf(error);
  }
}
