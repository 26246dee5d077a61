import { expect, it } from "vitest";
import { manualClock } from "../../base/testing/manual-clock.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { showWritten } from "./show-written.ts";
import { terminalOn } from "./terminal.ts";

const results = Array.from({ length: 40 }, (_, n) => sampleResult({ metadata: { questionId: `q${n}` } }));

async function write(isTTY: boolean) {
  const time = manualClock();
  const shown: string[] = [];
  const terminal = terminalOn({ isTTY, columns: 80, write: (text: string) => shown.push(text) }, {});
  const passed: unknown[] = [];
  for await (const result of showWritten(results, { name: "a\u001b.json", of: 40, terminal, clock: time })) {
    passed.push(result);
    await time.advance(30, 30);
  }
  return { shown, passed };
}

it("a terminal shows at most ten times a second how many results are written, and nothing of it stays", async () => {
  const { shown, passed } = await write(true);
  expect(passed).toEqual(results);
  expect(shown[0]).toContain(".json: 4 of 40 results, 10 %");
  expect(shown[0]).not.toContain("a\u001b.");
  expect(shown).toHaveLength(11);
  expect(shown.at(-1)).not.toContain("of 40");
});

it("elsewhere nothing is shown", async () => {
  const { shown, passed } = await write(false);
  expect([shown, passed]).toEqual([[], results]);
});
