// Fetches the program of the Claude Agent SDK (380 MB) to where the SDK looks for it, for the tests that start it. `npm ci`
// leaves it out: see `overrides` in package.json. Does nothing where it is there; says so in one line where it cannot.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

const { version, integrity } = JSON.parse(
  readFileSync(join(import.meta.dirname, "claude-program.json"), "utf8"),
) as { readonly version: string; readonly integrity: { readonly [system: string]: string } }; // our own file
const modules = resolve(import.meta.dirname, "..", "node_modules");
const system = `${process.platform}-${process.arch}${isMusl() ? "-musl" : ""}`;
const name = `@anthropic-ai/claude-agent-sdk-${system}`;
const target = join(modules, name);

try {
  if (!existsSync(target)) fetchProgram();
} catch (error) {
  console.error(`${name}@${version} could not be fetched: ${error instanceof Error ? error.message : error}`);
  process.exitCode = process.argv.includes("--optional") ? 0 : 1;
}

function fetchProgram(): void {
  console.log(`Fetching ${name}@${version} for the tests that start it.`);
  const download = mkdtempSync(join(modules, ".claude-program-"));
  try {
    const npm = ["pack", `${name}@${version}`, "--json", "--loglevel=error", "--fetch-retries=1"];
    const [packed] = JSON.parse(run("npm", npm, download));
    if (packed.integrity !== integrity[system])
      throw new Error(`its integrity is ${packed.integrity}, expected ${integrity[system]}`);
    run("tar", ["-xzf", packed.filename], download);
    mkdirSync(join(target, ".."), { recursive: true });
    renameSync(join(download, "package"), target);
  } finally {
    rmSync(download, { recursive: true, force: true });
  }
}

/** npm is a script of the shell on Windows. */
function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: "utf8", shell: process.platform === "win32" });
}

function isMusl(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return process.platform === "linux" && header.glibcVersionRuntime === undefined;
}
