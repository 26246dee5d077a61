// Runs all that `npm test` promises: first what is quick, and the build, which types and end-to-end tests read; then the
// types while the tests run. What fails is shown when its turn has ended, and makes this fail. `--all` leaves out no test.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";

// tests compile files of temporary folders too, which nobody asks for again
const compileCache = join(import.meta.dirname, "../.build/compile-cache");
rmSync(compileCache, { recursive: true, force: true });
// what checks types collects its garbage seldom: a sixth less work, for a tenth more memory
process.env.GOGC ??= "400";
if (process.argv.includes("--all")) process.env.KARENINA_THOROUGH ??= "1";
const quick = await Promise.all([
  ...[runScript("lint"), runScript("structure"), runScript("build")],
  compileSources().then(() => true),
]);
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

/** Compiles the sources once, for all workers and the programs that tests start. What cannot be loaded is told by the tests. */
async function compileSources(): Promise<void> {
  const doors = ["index", "testing/index", "cli/program", "models/testing/index", "mcp/testing/fault-source"];
  const imports = doors.map((door) => `import(${JSON.stringify(`../src/${door}.ts`)})`);
  const child = spawn(process.execPath, ["--input-type=module", "-e", `await Promise.all([${imports}])`], {
    cwd: import.meta.dirname,
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    stdio: "ignore",
  });
  await once(child, "close");
}

async function runTests(): Promise<void> {
  const child = spawn(process.execPath, ["--run", "tests"], { stdio: "inherit" });
  await once(child, "close");
  if (child.exitCode !== 0) process.exitCode = 1;
  if (process.env.KARENINA_THOROUGH === undefined) tellWhatWasLeftOut();
}

function tellWhatWasLeftOut(): void {
  const files = globSync("{src,test,viewer}/**/*.test.ts", { cwd: join(import.meta.dirname, "..") });
  const short = files.filter((file) => /\b(isThorough|firstCases)\b/.test(readFileSync(file, "utf8")));
  console.log(
    `${short.length} of ${files.length} files of tests ran in a short form; all of them: npm run test:all`,
  );
}
