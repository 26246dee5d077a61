import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../base/index.ts";
import { firstCases, isThorough } from "../../../base/testing/property-runs.ts";

import { templateFromDraft } from "../../../template/index.ts";
import { readPythonTemplate } from "../read-template.ts";
import { pyodideFolder } from "./pyodide-folder.ts";
import { createPythonRunner, type PythonRunner } from "./python-runner.ts";
import { attempts, hostileTemplate } from "./testing/hostile-attempts.ts";
import { sharedPythonRunner } from "./testing/shared-process.ts";

let runner: PythonRunner;
beforeAll(() => {
  runner = sharedPythonRunner();
});
afterAll(async () => {
  await runner[Symbol.asyncDispose]();
});

/** What the `verify` of a source says of an answer. */
async function verify(
  source: string,
  answer: JsonObject = { x: "a" },
  fieldResults = {},
  runs = runner,
): Promise<unknown> {
  const context = { response: "the response", groundTruth: {}, fieldResults };
  return runs.callCheck(source, "verify", { answer, context });
}

/** A template of one text whose `verify` has this body. */
function withBody(body: string): string {
  const lines = body.split("\n").map((line) => `        ${line}`);
  return `class Answer(BaseAnswer):\n    x: str\n\n    def verify(self):\n${lines.join("\n")}\n`;
}

const seconds = 1000;

describe("what templates do", () => {
  test("a classic template with a right value that is computed", { timeout: 60 * seconds }, async () => {
    const source = `
import re

PARTS = ["BCL", "2"]

class Answer(BaseAnswer):
    """The drug's target."""
    target: str = Field(description="The protein")
    doses: list[int] = Field(default_factory=list, description="All doses")

    def model_post_init(self, context):
        self.correct = {"target": "".join(PARTS), "doses": [1, 2]}

    def verify(self) -> bool:
        named = re.sub(r"\\W", "", self.target).upper() == self.correct["target"]
        return named and sorted(self.doses) == self.correct["doses"]

    def verify_granular(self):
        return len(self.doses) / 4
`;
    expect(readPythonTemplate(source)).toMatchObject({ kind: "code" });
    const { draft, checks } = await runner.describe(source);
    expect(templateFromDraft(draft, { verify: () => true }).fields).toEqual([
      { name: "target", schema: { type: "string" }, description: "The protein", required: true },
      {
        name: "doses",
        schema: { type: "array", items: { type: "integer" }, default: [] },
        description: "All doses",
        required: false,
      },
    ]);
    expect(checks.verify).toMatch(/^def verify\(self\) -> bool:\n.*\n.*self\.correct\["doses"\]$/);
    expect(await verify(source, { target: "Bcl-2", doses: [2, 1] })).toBe(true);
    expect(await verify(source, { target: "Bcl-3", doses: [2, 1] })).toBe(false);
    const context = { response: "", groundTruth: {}, fieldResults: {} };
    const given = { answer: { target: "x", doses: [1] }, context };
    expect(await runner.callCheck(source, "verifyGranular", given)).toBe(0.25);
  });

  test("values are what their types say; nested ones are attributes and entries", {
    timeout: 60 * seconds,
  }, async () => {
    const source = `
from datetime import date
from enum import Enum
from pydantic import BaseModel

class Unit(Enum):
    MG = "mg"
    G = "g"

class Dose(BaseModel):
    amount: float
    unit: Unit = Unit.MG

class Answer(BaseAnswer):
    dose: Dose = VerifiedField("The dose", {"amount": 5}, LiteralMatch())
    others: list[Dose]
    since: date | None = None
    names: set[str]
    note: str | None

    def verify(self):
        seen = [self.dose.amount, self.dose["unit"] is Unit.MG, self.others[0].get("unit") is Unit.G,
                self.since.year, self.names == {"a", "b"}, self.note, self.correct, self._raw_trace, super().verify()]
        expected = [5.0, True, True, 2016, True, None, {"dose": {"amount": 5}}, "the response", True]
        if seen != expected:
            raise ValueError(str(seen))
        return True
`;
    const answer = {
      dose: { amount: 5 },
      others: [{ amount: 1, unit: "g" }],
      since: "2016-04-11",
      names: ["a", "b", "a"],
      note: null,
    };
    expect(await verify(source, answer, { dose: true })).toBe(true);
  });

  test("what goes wrong is an error with its line, and never a verdict", {
    timeout: 60 * seconds,
  }, async () => {
    const body = `kind = self.x
if kind == "raises":
    return {}["missing"]
if kind == "exits":
    raise SystemExit(0)
if kind == "text":
    return "yes"
if kind == "list":
    return [True]
if kind == "nan":
    return float("nan")
return self.verify()`;
    const result = (x: string) => verify(withBody(body), { x });
    await expect(result("raises")).rejects.toThrow("Template code failed at line 7: KeyError: 'missing'");
    await expect(result("exits")).rejects.toThrow("Template code failed at line 9: SystemExit: 0");
    expect(await result("text")).toBe("yes");
    await expect(result("list")).rejects.toThrow("must return True or False; it returned list [True]");
    await expect(result("nan")).rejects.toThrow("must return True or False; it returned float nan");
    await expect(result("deep")).rejects.toThrow("RecursionError");
  });

  test.each([
    ["class Answer(BaseAnswer):\n    x: int = 1 / 0\n", "at line 2: ZeroDivisionError"],
    ["class Answer(BaseAnswer):\n    x: complex\n", "a judge cannot fill in the type complex"],
    ["import numpy\n", "at line 1: ModuleNotFoundError: No module named 'numpy'"],
  ])("a wrong source is invalid: %j", { timeout: 60 * seconds }, async (source, message) => {
    await expect(runner.describe(source)).rejects.toMatchObject({
      code: "template_invalid",
      message: expect.stringContaining(message),
    });
  });

  test("what is read without running it is what running it says", { timeout: 60 * seconds }, async () => {
    const source = `
from typing import Annotated
from pydantic import BaseModel

class Dose(BaseModel):
    """A dose."""
    amount: float = Field(description="how much", gt=0)
    unit: Literal["mg", "g"] | None = None

class Answer(BaseAnswer):
    doses: list[Dose] = Field(description="All doses", min_length=1)
    target: str = VerifiedField("The protein", "BCL2", ExactMatch(normalize=["lowercase", SynonymMap(mapping={"a": "b"})]))
    count: Optional[int] = VerifiedField("How many", 3, NumericTolerance(tolerance=0.5), weight=2, extraction_hint="table", ge=0)
    action: Literal["refer", "observe"] = VerifiedField(
        description="What to do",
        ground_truth=ConditionalGroundTruth(
            source="node_results.triage.severe",
            cases={"True": GroundTruthCase(value="refer", verify_with=ExactMatch())},
            default=GroundTruthCase(value="observe"),
        ),
        verify_with=LiteralMatch(),
    )
    cites: bool = VerifiedField("Cites", True, TraceRegex(pattern=r"\\\\d", count_min=2))
    share: Annotated[float, Field(ge=0, le=1)] = Field(0.5)
    pair: tuple[int, str]

    class VerificationStrategy:
        verify_strategy = AnyOf(conditions=[FieldCheck(field="target"), AtLeastN(n=1, conditions=[FieldCheck(field="count")])])

    def model_post_init(self, context):
        self.regex = {"refs": {"pattern": "x", "expected": 2, "match_type": "count"}}

    def verify(self):
        return len(self.doses) > 1
`;
    const read = readPythonTemplate(source);
    if (read.kind !== "data") throw new Error(JSON.stringify(read));
    const ran = await runner.describe(source);
    const pass = () => true;
    expect(templateFromDraft(ran.draft, { verify: pass })).toEqual(
      templateFromDraft(read.draft, { verify: pass }),
    );
    expect(ran.checks).toEqual(read.checks);
  });

  test("without pyodide the error says how to get it", () => {
    expect(() => pyodideFolder("file:///nowhere/at/all.js")).toThrow(
      expect.objectContaining({
        code: "template_unreadable",
        message: expect.stringContaining("npm install pyodide"),
      }),
    );
  });
});

describe("what templates cannot do", () => {
  test("nothing outside is reached, from Python or from JavaScript", { timeout: 120 * seconds }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "python-"));
    const secretFile = join(folder, "secret.py");
    await writeFile(secretFile, `"""secret"""`);
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    const port = await new Promise<number>((resolve) => {
      server.listen(0, "127.0.0.1", () => resolve(Object(server.address()).port));
    });
    await using patient = createPythonRunner({ timeoutMs: 60 * seconds });
    const tries = attempts({ secretFile, newFile: join(folder, "new"), port, pid: process.pid });
    const context = { response: "", groundTruth: {}, fieldResults: {} };
    const given = { answer: { x: "" }, context };
    const said = await patient.callCheck(hostileTemplate(tries), "verify", given);
    const { made, reached } = JSON.parse(String(said));
    expect(made).toBe(Object.keys(tries).length);
    expect(made).toBeGreaterThan(40);
    expect(reached).toEqual([]);
    expect(connections).toBe(0);
    expect(await readdir(folder)).toEqual(["secret.py"]);
    server.close();
    await rm(folder, { recursive: true });
  });

  describe("limits", () => {
    const timeoutMs = 200;
    let hurried: PythonRunner;
    beforeAll(() => {
      hurried = createPythonRunner({ timeoutMs });
    });
    afterAll(async () => {
      await hurried[Symbol.asyncDispose]();
    });

    const endless = firstCases(1, [
      ["an endless loop", "while True: pass"],
      ["sleep", "import time\ntime.sleep(1000)"],
      ["a pattern without end", "import re\nreturn re.match('(a+)+b', 'a' * 50) is None"],
    ]);
    test.each(endless)("%s is stopped", { timeout: 60 * seconds }, async (_, body) => {
      const context = { response: "", groundTruth: {}, fieldResults: {} };
      const call = hurried.callCheck(withBody(body), "verify", { answer: { x: "" }, context });
      await expect(call).rejects.toMatchObject({
        code: "sandbox_limit",
        message: `Template code took longer than ${timeoutMs} ms and had to be stopped.`,
      });
    });

    const refused = firstCases(2, [
      ["memory bit by bit", "kept = []\nwhile True: kept.append(bytes(10**6))", "used more than 128 MB"],
      ["an end of the interpreter", "import os\nos._exit(0)", "stopped its interpreter"],
      [
        "memory, whatever is made of the refusal",
        "try:\n    len('a' * 10**9)\nexcept MemoryError:\n    return True",
        "used more than 128 MB",
      ],
      ["a long reply", "return 'a' * 20_000_000", "returned more than 1,000,000 characters"],
      [
        "text as JavaScript",
        "import ctypes\nctypes.CDLL(None).emscripten_run_script(b'1')",
        "stopped its interpreter",
      ],
      [
        "memory that is not its own",
        "import ctypes\nctypes.memset(0, 255, 10**7)\nreturn True",
        "stopped its interpreter",
      ],
    ]);
    test.each(refused)(
      "%s is refused, and the next call works",
      { timeout: 60 * seconds },
      async (_, body, message) => {
        const source = withBody(`if self.x == "fine": return True\n${body}`);
        await expect(verify(source)).rejects.toMatchObject({
          code: "sandbox_limit",
          message: expect.stringContaining(message),
        });
        expect(await verify(source, { x: "fine" })).toBe(true);
      },
    );
  });

  test("what one template changes, no other sees; two have their processes side by side", {
    timeout: 60 * seconds,
  }, async () => {
    await using separate = createPythonRunner();
    const said = (source: string, x = "a") => verify(source, { x }, {}, separate);
    const patch = withBody(`import builtins, json, sys, gc, __main__
for module in (builtins, json, __main__):
    for name in ("answer", "call", "evaluate", "len", "dumps", "BaseAnswer"):
        if hasattr(module, name): setattr(module, name, lambda *a, **k: '{"value": true}')
sys.changed = True
raise ValueError("patched")`);
    const look = (n: number) =>
      withBody(`import sys\nreturn not hasattr(sys, "changed") and len(self.x) == ${n}`);
    expect(await said(look(1))).toBe(true);
    await said(patch).catch(() => undefined);
    expect(await said(look(1))).toBe(true);
    expect(await Promise.all([1, 2].map((n) => said(look(n), "ab")))).toEqual([false, true]);
    const counts = withBody(
      "import sys\nsys.calls = getattr(sys, 'calls', 0) + 1\nreturn sys.calls == len(self.x)",
    );
    expect([await said(counts), await said(look(1)), await said(counts, "ab")]).toEqual([true, true, true]);
  });

  test.runIf(isThorough)("replies are not believed", { timeout: 60 * seconds }, async () => {
    const forged = (reply: string) =>
      verify(withBody(`import __main__\n__main__.json.dumps = lambda *_: ${reply}\nreturn False`));
    await expect(forged(`'{"value": {"a": 1}}'`)).rejects.toThrow("changed how its result is written");
    await expect(forged("'not JSON'")).rejects.toThrow("changed how its result is written");
    await expect(forged("'[' * 100_000")).rejects.toThrow("nested deeper");
  });
});
