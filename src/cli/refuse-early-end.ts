/** The part of a process that its end is seen through. */
interface Ending {
  exitCode?: number | string | null | undefined;
  readonly stderr: { write(text: string): unknown };
  prependListener(event: "exit", listener: () => void): unknown;
  off(event: "exit", listener: () => void): unknown;
}

/**
 * Until it is disposed, a process that ends as if all were well says what is not done, and ends with exit code 1. That is how
 * Node ends where nothing can happen any more, and where some code calls `process.exit()`.
 *
 * @param message a sentence for a terminal
 */
export function refuseEarlyEnd(target: Ending, message: string): Disposable {
  const onExit = () => {
    if (target.exitCode !== undefined && target.exitCode !== null && Number(target.exitCode) !== 0) return;
    target.exitCode = 1;
    target.stderr.write(`error: ${message}\n`);
  };
  target.prependListener("exit", onExit);
  return {
    [Symbol.dispose]() {
      target.off("exit", onExit);
    },
  };
}
