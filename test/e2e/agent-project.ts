import { join } from "node:path";
import { answerTemplate, Benchmark, exactMatch, verified } from "karenina";
import * as z from "zod";
import { type TestFolder, testFolder } from "../../src/workspaces/testing/test-folder.ts";

/** A benchmark whose questions have folders, and places for what its runs do. */
export interface AgentProject extends TestFolder {
  /** The folder around all of it; its name is on no other path of the machine. */
  readonly folder: string;
  readonly benchmark: string;
  /** Writes a preset for models at this address and returns its path. */
  preset(url: string, settings?: { readonly [name: string]: unknown }): Promise<string>;
}

const faultServer = join(import.meta.dirname, "../../src/mcp/testing/fault-server.ts");

/** Makes the project: task 7 has its files in `task7`, which say `word-7`. `files` are further ones of each task. */
export async function agentProject(
  tasks: number,
  files: { readonly [path: string]: string } = {},
): Promise<AgentProject> {
  const places = await testFolder();
  const folder = join(places.root, "..");
  const benchmark = Benchmark.create({ name: "Work", version: "1.0.0" });
  for (let task = 0; task < tasks; task += 1) {
    const own = { "in.txt": `word-${task}\n`, ...files };
    await places.write(
      Object.fromEntries(Object.entries(own).map(([name, text]) => [`root/task${task}/${name}`, text])),
    );
    benchmark.addQuestion({
      id: `q${task}`,
      question: `Task ${task}: write the word in capitals.`,
      rawAnswer: `WORD-${task}`,
      workspacePath: `task${task}`,
      template: answerTemplate({
        word: verified(z.string(), {
          description: "The word",
          groundTruth: `WORD-${task}`,
          verifyWith: exactMatch(),
        }),
      }),
    });
  }
  const file = await benchmark.save(join(folder, "work.jsonld"));
  return {
    ...places,
    folder,
    benchmark: file,
    async preset(url, settings = {}) {
      const model = { interface: "workspace_agent", endpoint_base_url: url, api_key_env: "WORK_KEY" };
      const compiled = `NODE_COMPILE_CACHE='${process.env.NODE_COMPILE_CACHE ?? ""}'`;
      const server = `${compiled} '${process.execPath}' '${faultServer}' quick '${join(folder, "started")}'`;
      const config = {
        answering_models: [
          { ...model, model_name: "agent", mcp_urls_dict: { lookup: server }, mcp_tool_filter: ["search"] },
        ],
        parsing_models: [{ ...model, model_name: "judge" }],
        agentic_parsing: true,
        ...settings,
      };
      await places.write({ "preset.json": JSON.stringify({ name: "Work", config }) });
      return join(folder, "preset.json");
    },
  };
}

/** A command line for a task's agent that does its work, and leaves processes behind in every way there is. */
export const busyCommand =
  "tr a-z A-Z < in.txt > out.txt; " +
  "sleep 900 & nohup sleep 900 >/dev/null 2>&1 & setsid sleep 900 & (setsid sh -c 'sleep 900 & sleep 900' &); " +
  "env -i /bin/sleep 900 & echo done";
