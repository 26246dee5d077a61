import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { runCommand } from "./run-command.ts";
import { modelFlags, sampleProject } from "./sample-project.ts";

const readme = await readFile(resolve(import.meta.dirname, "../../README.md"), "utf8");
const [benchmark = "", running = ""] = [...readme.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(
  ([, code = ""]) => code,
);

/** A server that knows the answer, and a judge that reads it. */
const chat = ({ body }: { readonly body: object }): string =>
  "response_format" in body ? '{"target":"BCL-2"}' : "Venetoclax inhibits BCL-2.";

test("the benchmark that README begins with runs as it is printed", async () => {
  await using project = await sampleProject();
  await project.write("drug-targets.ts", benchmark);
  await using server = await startOpenAiServer({ chat });
  const flags = [...modelFlags(server.url), "--no-output", "--quiet"];
  const run = await runCommand(["verify", "drug-targets.ts", ...flags], { cwd: project.folder });
  expect(run).toMatchObject({ code: 0 });
  expect(run.stdout).toMatch(/\b1\/1 100 %/);
});

test("the lines that run it in code do, with models of another server in their place", async () => {
  await using project = await sampleProject();
  await project.write("drug-targets.ts", benchmark);
  await using server = await startOpenAiServer({ chat });
  const models = running.replaceAll(
    /modelProvider: "\w+"/g,
    `endpointBaseUrl: ${JSON.stringify(server.url)}`,
  );
  expect(models).not.toBe(running);
  const said = `export const said: unknown[] = []; const console = { log: (...texts: unknown[]) => said.push(texts) };`;
  const file = await project.write(
    "run.ts",
    `import benchmark from "./drug-targets.ts";\n${said}\n${models}`,
  );
  // the command loads the module as it loads any benchmark; it exports none, and what it printed can be looked at
  await runCommand(["benchmark", "show", "run.ts"], { cwd: project.folder });
  const { said: printed } = await import(file);
  expect(printed).toEqual([[expect.stringContaining("urn:uuid:question"), true]]);
});
