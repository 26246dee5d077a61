// Runs all that `npm test` promises: first what is quick, and the build, which types and end-to-end tests read; then the
// types while the tests run. What fails is shown when its turn has ended, and makes this fail.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";

// tests compile files of temporary folders too, which nobody asks for again
rmSync(join(import.meta.dirname, "../.build/compile-cache"), { recursive: true, force: true });
// what checks types collects its garbage seldom: a sixth less work, for a tenth more memory
process.env.GOGC ??= "400";
const quick = await Promise.all([runScript("lint"), runScript("structure"), runScript("build")]);
if (quick.every(Boolean)) await Promise.all([runScript("types"), runTests()]);

/** Runs a script of package.json; what it says is printed at its end. False: it failed. */
async function runScript(name: string): Promise<boolean> {
  const child = spawn(process.execPath, ["--run", name], { stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  const passes = child.exitCode === 0;
  if (!passes) process.exitCode = 1;
  process.stdout.write(passes ? `${name}: ok\n` : `${name}: failed\n${stdout}${stderr}`);
  return passes;
}

async function runTests(): Promise<void> {
  const child = spawn(process.execPath, ["--run", "tests"], { stdio: "inherit" });
  await once(child, "close");
  if (child.exitCode !== 0) process.exitCode = 1;
}
