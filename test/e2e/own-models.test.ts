import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { defineInterface } from "karenina";
import { interfaceContract, openAiWire } from "karenina/testing";
import { describe, expect, test } from "vitest";
import { myLab } from "../../examples/own-models/my-lab.ts";

const root = resolve(import.meta.dirname, "../..");
const secret = "lab-secret-key-0001";

describe("the interface of docs/own-models.md keeps the contract", () => {
  const cases = interfaceContract({
    definition: myLab,
    model: (endpointBaseUrl) => ({ modelName: "m-2", endpointBaseUrl }),
    wire: openAiWire,
    secret,
    environment: { MY_LAB_KEY: secret },
    thinking: false,
  });
  for (const { name, run } of cases) test(name, run);
});

test("the contract finds an interface that never hands on the signal", async () => {
  const deaf = defineInterface({
    ...myLab,
    connect: async (model, context) => {
      const raw = await myLab.connect(model, context);
      if (raw.kind !== "llm") return raw;
      return { ...raw, llm: { ...raw.llm, generate: ({ signal: _, ...asked }) => raw.llm.generate(asked) } };
    },
  });
  const model = (endpointBaseUrl: string) => ({ modelName: "m-2", endpointBaseUrl });
  const cases = interfaceContract({ definition: deaf, model, wire: openAiWire, secret });
  const cancelling = cases.find(({ name }) => name.startsWith("stops when the caller cancels"));
  await expect(cancelling?.run()).rejects.toThrow("the signal does not end the request");
});

test("the function of docs/own-models.md is judged as the page shows", async () => {
  const page = await readFile(join(root, "docs/own-models.md"), "utf8");
  const shown = /```text\n([\s\S]*?)```/.exec(page)?.[1];
  const { stdout } = await promisify(execFile)(process.execPath, ["function.ts"], {
    cwd: join(root, "examples/own-models"),
  });
  expect(stdout).toBe(shown);
});

test("docs/own-models.md shows the files of the example", async () => {
  const page = await readFile(join(root, "docs/own-models.md"), "utf8");
  const blocks = Array.from(page.matchAll(/```ts\n(\/\/ ([\w.-]+)\n[\s\S]*?)```/g));
  expect(blocks.map(([, , file]) => file)).toEqual(["function.ts", "my-lab.ts"]);
  for (const [, text, file = ""] of blocks)
    expect(text).toBe(await readFile(join(root, "examples/own-models", file), "utf8"));
});
