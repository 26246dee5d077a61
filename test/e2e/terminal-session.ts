import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";

const entry = resolve(import.meta.dirname, "../../bin/karenina.js");

/** Whether there is a program here that runs another one at a terminal of its own. */
export const hasTerminal = (spawnSync("script", ["--version"]).stdout ?? "").includes("util-linux");

/** A command that runs at a terminal. */
export interface TerminalSession extends AsyncDisposable {
  /** Waits until the terminal shows a text that it has not shown when this was called before, then types. */
  answer(text: string, keys: string): Promise<void>;
  /** Waits for the end; the exit code and everything that was shown. */
  ended(): Promise<{ readonly code: number | null; readonly shown: string }>;
}

export const enter = "\r";
export const down = "\u001b[B";
export const interrupt = "\u0003";
/** Empties a line of text. */
export const clearLine = "\u0015";

/** Runs the built command line at a terminal of its own; `env`: variables beside PATH and TERM. */
export function openTerminal(
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: { readonly [name: string]: string } },
): TerminalSession {
  const words = [process.execPath, entry, ...args].map((word) => `'${word}'`).join(" ");
  // a terminal of no size, as this one begins, has room for one character a line
  const command = `stty cols 120 rows 50 && exec ${words}`;
  const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    cwd: options.cwd,
    env: { PATH: process.env.PATH, TERM: "xterm-256color", ...options.env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let shown = "";
  let seen = 0;
  let wake = () => {};
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (text: string) => {
    shown += text;
    wake();
  });
  const closed = once(child, "close");
  child.once("close", () => wake());

  const plain = () => stripVTControlCharacters(shown);

  return {
    async answer(text, keys) {
      for (;;) {
        const at = plain().indexOf(text, seen);
        if (at !== -1) {
          seen = at + text.length;
          child.stdin.write(keys);
          return;
        }
        if (child.exitCode !== null) throw new Error(`ended before it asked for "${text}":\n${plain()}`);
        await new Promise<void>((resume) => {
          wake = resume;
        });
      }
    },
    async ended() {
      await closed;
      return { code: child.exitCode, shown: plain() };
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await closed;
    },
  };
}
