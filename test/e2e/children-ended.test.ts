import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { firstCases } from "../../src/base/testing/property-runs.ts";
import { until } from "../../src/base/testing/until.ts";
import { isRunning } from "../../src/mcp/testing/processes.ts";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { userState } from "./run-command.ts";
import { modelFlags, sampleProject } from "./sample-project.ts";

const entry = resolve(import.meta.dirname, "../../bin/karenina.js");
const program = resolve(import.meta.dirname, "../../src/mcp/testing/fault-server.ts");

/** Ends its process when a file says so: by an exception that nobody catches, or at once. */
const trap = `
import { existsSync } from "node:fs";
setInterval(() => {
  if (existsSync("crash")) throw new Error("nobody catches this");
  if (existsSync("exit")) process.exit(7);
}, 20).unref();
`;

/** A judge that never answers again once evidence was looked up. */
async function hangingJudge() {
  const hangs = Promise.withResolvers<void>();
  const server = await startOpenAiServer({
    chat({ body }) {
      const asked = JSON.stringify(body.response_format ?? "");
      if (asked === '""') return "It is T0.";
      if (asked.includes('"excerpts"'))
        return JSON.stringify({ excerpts: { target: [{ text: "It is T0.", confidence: "high" }] } });
      hangs.resolve();
      return { hang: true };
    },
  });
  return { server, hangs: hangs.promise };
}

type End = (folder: string, kill: (signal: NodeJS.Signals) => void) => void | Promise<void>;
const endings: readonly [string, End, number | null][] = [
  ["a kill", (_, kill) => kill("SIGKILL"), null],
  [
    "two requests to end",
    (_, kill) => {
      kill("SIGTERM");
      kill("SIGTERM");
    },
    130,
  ],
  ["a request to end", (_, kill) => kill("SIGTERM"), 130],
  ["a terminal that is closed", (_, kill) => kill("SIGHUP"), 130],
  ["an exception that nobody catches", (folder) => writeFile(join(folder, "crash"), ""), 1],
  ["the program's own end", (folder) => writeFile(join(folder, "exit"), ""), 7],
];

test.concurrent.each(firstCases(2, endings))(
  "no server of tools or searches outlives a run that ends by %s",
  async (how, end, code) => {
    await using project = await sampleProject(1);
    const { server, hangs } = await hangingJudge();
    await using _server = server;
    const benchmark = readFileSync(join(project.folder, "benchmark.ts"), "utf8");
    await project.write("benchmark.ts", trap + benchmark);
    const notes = [join(project.folder, "tools-notes"), join(project.folder, "search-notes")];
    const compiled = `NODE_COMPILE_CACHE=${process.env.NODE_COMPILE_CACHE ?? ""}`;
    const [tools, search] = notes.map(
      (file) => `${compiled} ${process.execPath} ${program} stubborn ${file}`,
    );
    const looksUp = ["--deep-judgment", "--deep-judgment-search", "--deep-judgment-search-tool"];
    const args = [
      ...["verify", "benchmark.ts", ...modelFlags(server.url), "--mcp", `tools=${tools}`],
      ...[...looksUp, `mcp:${search}#search`],
    ];
    const child = spawn(process.execPath, [entry, ...args], {
      cwd: project.folder,
      env: { PATH: process.env.PATH, XDG_STATE_HOME: userState },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    await Promise.race([hangs, ended]);
    expect(notes.filter(existsSync)).toEqual(notes);
    const pids = notes.flatMap((file) => readFileSync(file, "utf8").split(" ").map(Number));
    expect(pids.filter(isRunning)).toHaveLength(4);
    await end(project.folder, (signal) => child.kill(signal));
    const [, stderr] = await ended;
    expect({ how, code: child.exitCode, signal: child.signalCode, stderr }).toMatchObject({ code });
    await until(() => !pids.some(isRunning));
  },
);
