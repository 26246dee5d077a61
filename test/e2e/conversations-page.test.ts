import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { runCommand } from "./run-command.ts";
import { modelFlags, sampleProject } from "./sample-project.ts";

const root = resolve(import.meta.dirname, "../..");
const page = await readFile(join(root, "docs/conversations.md"), "utf8");
const block = (language: string) => new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? "";

const label = "Venetoclax binds BCL2.";

test("the page's benchmark in YAML says what is missing, is shown, run and read again", async () => {
  await using server = await startOpenAiServer({
    chat: ({ body }) => (body.response_format === undefined ? "It binds BCL2." : '{"answer":"BCL2"}'),
  });
  await using project = await sampleProject(0);
  const place = { cwd: project.folder };
  await project.write("labels.yaml", block("yaml"));
  const named = ["labels.yaml", ...modelFlags(server.url), "--output", "run.jsonl"];
  const missing = await runCommand(["verify", ...named], place);
  expect(missing.code).not.toBe(0);
  expect(missing.stderr.replaceAll(project.folder, "/work")).toContain(block("text").trim());
  const invalid = await runCommand(["benchmark", "validate", "labels.yaml"], place);
  expect(invalid).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("its attachment labels/venetoclax.txt"),
  });
  expect(server.requests).toEqual([]);

  await mkdir(join(project.folder, "labels"));
  await writeFile(join(project.folder, "labels/venetoclax.txt"), label);
  expect(await runCommand(["benchmark", "validate", "labels.yaml"], place)).toMatchObject({ code: 0 });
  const listed = await runCommand(["benchmark", "show", "labels.yaml"], place);
  expect(listed.stdout).toMatch(/Around it\s*\n[\s\S]*system prompt, 2 messages, 1 file/);
  const listedJson = JSON.parse(
    (await runCommand(["benchmark", "show", "labels.yaml", "--json"], place)).stdout,
  );
  expect(listedJson.questions[0]).toMatchObject({
    system_prompt: "You are a pharmacist. Answer with one sentence.",
    messages: [{ role: "user" }, { role: "assistant", content: "It is about venetoclax." }],
    attachments: ["labels/venetoclax.txt"],
  });

  const ran = await runCommand(["verify", ...named], place);
  expect(ran).toMatchObject({ code: 0 });
  expect(ran.stdout + ran.stderr).toContain("Files go to the models under test with the questions: ");
  const [asked] = server.requests.map(({ body }) => body);
  expect(asked?.messages).toMatchObject([
    { role: "system", content: "You are a pharmacist. Answer with one sentence." },
    { role: "user", content: "Which drug is the label about?" },
    { role: "assistant", content: "It is about venetoclax." },
    { role: "user", content: expect.stringContaining(label) },
  ]);
  const { stdout } = await runCommand(["show", "run.jsonl", "--question", "#0"], place);
  expect(stdout).toContain(
    [
      "Before the question",
      "  system    You are a pharmacist. Answer with one sentence.",
      "  user      Which drug is the label about?",
      "  assistant It is about venetoclax.",
      "  file      labels/venetoclax.txt (text/plain)",
    ].join("\n"),
  );
  expect(await runCommand(["report", "run.jsonl", "-o", "report.html"], place)).toMatchObject({ code: 0 });
});

test("the page's benchmark in code finds its files beside its module", async () => {
  await using project = await sampleProject(0);
  const place = { cwd: project.folder };
  const chart = join(project.folder, "chart.png");
  await writeFile(chart, Buffer.from("\x89PNG\r\n\x1a\nimage", "latin1"));
  const code = block("ts")
    .replace("/data/chart.png", chart)
    .replace(", attachmentsRoot: import.meta.dirname", "");
  await project.write(
    "labels.ts",
    `import { Benchmark } from "karenina";\n${code}\nexport default labels;\n`,
  );
  const missing = await runCommand(["benchmark", "validate", "labels.ts"], place);
  expect(missing.stdout).toContain("its attachment labels/venetoclax.txt: there is no file");
  await mkdir(join(project.folder, "labels"));
  await writeFile(join(project.folder, "labels/venetoclax.txt"), label);
  const found = await runCommand(["benchmark", "validate", "labels.ts"], place);
  expect(found.stdout).not.toContain("its attachment");
});
