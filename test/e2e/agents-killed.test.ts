import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect } from "vitest";
import { firstCases } from "../../src/base/testing/property-runs.ts";
import { until } from "../../src/base/testing/until.ts";
import { contentOf, namesIn } from "../../src/workspaces/testing/test-folder.ts";
import { type AgentScript, startAgentModels } from "./agent-models.ts";
import { type AgentProject, agentProject, busyCommand } from "./agent-project.ts";
import { environmentOf, startVerify } from "./agent-verify.ts";
import { markedProcesses } from "./marked-processes.ts";
import { runCommand } from "./run-command.ts";
import { testSandboxed } from "./test-sandboxed.ts";

/** A point of a run at which it is ended. */
interface Moment {
  readonly tasks: number;
  readonly files?: { readonly [path: string]: string };
  readonly script: AgentScript;
  readonly flags?: readonly string[];
  /** True as soon as the run has come there. */
  readonly isReached: (project: AgentProject) => boolean;
  /** What a killed run leaves then. */
  readonly leaves: (folders: readonly string[]) => boolean;
}

const records = ".karenina-workspaces";

/** The folders that runs have made in a root and that are still there; the root's decoys are none. */
function foldersOfRuns({ root }: AgentProject): readonly string[] {
  const judges = join(root, records, "judges");
  const inside = existsSync(judges) ? readdirSync(judges).map((name) => join(judges, name)) : [];
  const beside = readdirSync(root)
    .filter((name) => /_run_\d/.test(name) && !name.endsWith("_pid1"))
    .map((name) => join(root, name));
  return [...inside, ...beside].sort();
}

/** Makes what is hard to remove, and all that could lead a removal astray. */
const trapsCommand =
  "mkdir traps; cd traps; ln -s ../../task0 original; ln -s ../../../outside outside; ln -s /etc etc; ln -s . circle; " +
  "ln -s nothing dangling; mkfifo pipe; mkdir -p shut/deep; echo x > shut/deep/file; chmod 0 shut/deep/file shut/deep shut .; cd ..";
const waitingCommand = `${busyCommand}; ${trapsCommand}; touch at-it; sleep 900`;
const many = Object.fromEntries(Array.from({ length: 750 }, (_, at) => [`many/${at % 30}/${at}`, `${at}`]));

const moments: { readonly [name: string]: Moment } = {
  "while commands run": {
    tasks: 3,
    script: { command: () => waitingCommand },
    isReached: (project) =>
      foldersOfRuns(project).filter((folder) => existsSync(join(folder, "at-it"))).length === 3,
    leaves: ({ length }) => length === 3,
  },
  "while workspaces are copied": {
    tasks: 3,
    files: many,
    script: { command: () => busyCommand },
    isReached: (project) => foldersOfRuns(project).some((folder) => existsSync(join(folder, "many"))),
    leaves: (folders) => folders.some((folder) => namesIn(folder).length < Object.keys(many).length),
  },
  "while judges run commands in their copies": {
    tasks: 3,
    script: {
      command: () => `${busyCommand}; ${trapsCommand}`,
      judgeCommand: () => `${busyCommand}; touch at-it; sleep 900`,
    },
    isReached: (project) =>
      foldersOfRuns(project).filter((folder) => existsSync(join(folder, "at-it"))).length === 3,
    leaves: ({ length }) => length === 6,
  },
  "between tasks": {
    tasks: 3,
    script: { command: () => busyCommand },
    flags: ["--no-async"],
    isReached: ({ folder }) => {
      const log = join(folder, "out.json.jsonl");
      return existsSync(log) && readFileSync(log, "utf8").split("\n").length > 2;
    },
    leaves: ({ length }) => length <= 1,
  },
};

/** Brings a run to a moment and ends it there. */
async function ended(moment: Moment, signal: "SIGKILL" | "SIGTERM") {
  await using stack = new AsyncDisposableStack();
  const project = stack.use(await agentProject(moment.tasks, moment.files));
  await project.write({
    "outside/precious/file": "precious",
    "root/task0_run_20260101T000000_pid1/file": "not recorded",
    "root/file_run_20260101T000000_pid1": "no folder",
  });
  const before = { root: contentOf(project.root), outside: contentOf(project.outside) };
  const models = stack.use(await startAgentModels(moment.script));
  const preset = await project.preset(models.url);
  const run = stack.use(startVerify(project, preset, moment.flags));
  const result = await Promise.race([until(() => moment.isReached(project)), run.ended]);
  if (result !== undefined) throw new Error(`the run ended before: ${result.stderr}`);
  run.kill(signal);
  const { code, signal: by, stderr } = await run.ended;
  const kept = stack.move();
  return { project, before, code, by, stderr, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** One that a kill left between its making and its writing is removed when it is older than any that is being written. */
function ageEmptyRecords({ root }: AgentProject): void {
  const records = join(root, ".karenina-workspaces");
  if (!existsSync(records)) return;
  for (const file of readdirSync(records).map((name) => join(records, name)))
    if (statSync(file).size === 0) utimesSync(file, 1, 1);
}

describe.concurrent.each(firstCases(1, Object.entries(moments)))("a run that is ended %s", (_, moment) => {
  testSandboxed("by a kill leaves folders that are listed and removed, and nothing else", async () => {
    await using run = await ended(moment, "SIGKILL");
    const { project, before } = run;
    expect(run.by).toBe("SIGKILL");
    await until(() => markedProcesses(basename(project.folder)).length === 0, 10_000);
    const left = foldersOfRuns(project);
    expect(left).toSatisfy(moment.leaves);
    const own = Object.entries(contentOf(project.root)).filter(([name]) => before.root[name] !== undefined);
    expect(Object.fromEntries(own)).toEqual(before.root);

    const workspace = (...args: readonly string[]) =>
      runCommand(["workspace", ...args], { cwd: project.folder, env: environmentOf(project) });
    const listed = await workspace("list", "root", "--json");
    expect(listed).toMatchObject({ code: 0, stderr: "" });
    const folders: readonly { path: string; state: string }[] = JSON.parse(listed.stdout);
    expect(folders.map(({ path, state }) => [path, state])).toEqual(left.map((path) => [path, "abandoned"]));
    ageEmptyRecords(project);
    expect(await workspace("clean", "root", "-y")).toMatchObject({ code: 0, stderr: "" });
    expect({ root: contentOf(project.root), outside: contentOf(project.outside) }).toEqual(before);
    expect(readdirSync(project.temporary)).toEqual([]);
  });

  testSandboxed("by an interrupt leaves nothing", async () => {
    await using run = await ended(moment, "SIGTERM");
    const { project, before } = run;
    expect({ code: run.code, stderr: run.stderr }).toMatchObject({ code: 130 });
    expect(markedProcesses(basename(project.folder))).toEqual([]);
    expect({ root: contentOf(project.root), outside: contentOf(project.outside) }).toEqual(before);
    expect(readdirSync(project.temporary)).toEqual([]);
  });
});
