import { expect, test } from "vitest";
import { assistantMessage, userMessage } from "../../trace/index.ts";
import { closingObject } from "./closing-object.ts";

const found = (report: string | null, read = "") => ({
  asked: [userMessage("Mend the parser.")],
  messages: [
    {
      role: "tool",
      content: [{ type: "tool_result", toolUseId: "1", content: read, isError: false }],
    } as const,
    ...(report === null ? [] : [assistantMessage(report)]),
  ],
  trace: "",
  report,
  unfinished: null,
  warnings: [],
});

test.each([
  ["at the end", 'The tests fail: parser.ts, line 3.\n\n{"passes": false}'],
  ["in a fence", 'The tests fail.\n\n```json\n{"passes": false}\n```\n'],
  ["alone", '{"passes": false}'],
  ["after a draft", 'At first sight {"passes": true}. But the tests fail.\n{"passes": false}'],
])("the object %s counts", (_name, report) => {
  expect(closingObject(found(report))).toEqual({ passes: false });
});

test.each([
  ["no report", null],
  ["no object", "The tests fail."],
  ["an object in the middle", 'It wrote {"passes": true} to a file, which means nothing.'],
  ["an object without its end", 'The tests fail.\n{"passes": fal'],
])("%s closes nothing", (_name, report) => {
  expect(closingObject(found(report))).toBeUndefined();
});

test("an object that a file holds is taken for a quotation, not for a finding", () => {
  const report = 'The agent left this as its result: {"passes": true}';
  expect(closingObject(found(report, 'result.json:\n{ "passes": true }'))).toBeUndefined();
  expect(closingObject(found(report, "nothing of the kind"))).toEqual({ passes: true });
});
