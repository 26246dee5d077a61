import type { CommandLimits } from "../limits.ts";

/**
 * The last step inside a sandbox: tells descriptor 3 that everything is set up, closes what the command must not
 * inherit, and runs the command as a child, so that the first process of the namespace stays a plain shell that
 * collects whatever loses its parent. Nobody at the other end of the descriptor: who wanted the command was killed before
 * it could be tied to the sandbox, and would never end it.
 */
const script = 'printf r >&3 || exit 125; exec 3>&-; "$1" -c "$2"; exit $?';

/** The program and arguments that run a command under the limits of single processes. */
export function insideCommand(
  command: string,
  { shell, limits }: { readonly shell: string; readonly limits: CommandLimits },
): readonly string[] {
  const { processes, memoryBytes, fileBytes, openFiles } = limits;
  return [
    ...["prlimit", `--nproc=${processes}`, `--data=${memoryBytes}`, `--fsize=${fileBytes}`],
    ...[`--nofile=${openFiles}`, "--core=0", "--", "/bin/sh", "-c", script, "sh", shell, command],
  ];
}
