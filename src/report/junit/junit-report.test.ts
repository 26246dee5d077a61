import * as fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../base/testing/any-character.ts";
import { junitReport } from "../index.ts";
import { reportedResult, reportOn } from "../testing/sample-report.ts";
import { xmlText } from "./xml-text.ts";

const results = [
  reportedResult({ question: "a" }),
  reportedResult({ question: "b", category: "content" }),
  reportedResult({ question: "c", category: "abstention" }),
  reportedResult({ question: "d", category: "parsing" }),
  reportedResult({ question: "e", category: "timeout" }),
  reportedResult({ question: "f", category: "template_validation" }),
];

const written = async (...runs: Parameters<typeof junitReport>[0]) =>
  (await Array.fromAsync(junitReport(runs))).join("");

test("failures, errors and what was skipped stay apart", async () => {
  expect(await written(await reportOn(results))).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="karenina">
      <testsuite name="Drugs" tests="6" failures="2" errors="2" skipped="1" time="9.000">
        <testcase classname="small" name="#0 What is a?" time="1.500"/>
        <testcase classname="small" name="#1 What is b?" time="1.500">
          <failure message="wrong: expected right, got other" type="content">expected right, got other&#10;because of content</failure>
        </testcase>
        <testcase classname="small" name="#2 What is c?" time="1.500">
          <failure message="no answer: because of abstention" type="abstention"/>
        </testcase>
        <testcase classname="small" name="#3 What is d?" time="1.500">
          <error message="judge failed: because of parsing" type="parsing">in Stage: because of parsing</error>
        </testcase>
        <testcase classname="small" name="#4 What is e?" time="1.500">
          <error message="infrastructure failed: because of timeout" type="timeout">in Stage: because of timeout</error>
        </testcase>
        <testcase classname="small" name="#5 What is f?" time="1.500">
          <skipped message="not evaluable: because of template_validation"/>
        </testcase>
      </testsuite>
    </testsuites>
    "
  `);
});

test("every run is a suite", async () => {
  const xml = await written(
    await reportOn(results.slice(0, 1), { name: "one" }),
    await reportOn(results, { name: "two" }),
  );
  expect(xml.match(/<testsuite name="\w+" tests="\d"/g)).toEqual([
    '<testsuite name="one" tests="1"',
    '<testsuite name="two" tests="6"',
  ]);
});

const hostile = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        "]]>",
        "<!--",
        "-->",
        "<x>",
        "</failure>",
        '"',
        "'",
        "&",
        "&#0;",
        "\u0000",
        "\u001b[2J",
        "\ufffe",
        "\ud800",
        "\n",
        "w",
      ),
      { maxLength: 10 },
    )
    .map((parts) => parts.join("")),
);

/** What XML 1.0 allows. */
const allowed = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

test("a text stays text, of characters that XML has", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const safe = xmlText(text);
      expect(safe).toMatch(allowed);
      expect(safe.replaceAll(/&(amp|lt|gt|quot|apos|#10|#9);/g, "")).not.toMatch(/[<>&"'\n\t]/);
    }),
  );
});

test("hostile texts change no element", async () => {
  const report = async (text: string) => {
    const hostileResults = [
      reportedResult({ question: "a", model: text, text, got: text, category: "content" }),
      reportedResult({ question: "b", model: text, text, reason: text, category: "parsing" }),
    ];
    const xml = await written(await reportOn(hostileResults, { name: text }));
    expect(xml).toMatch(allowed);
    return xml.replaceAll(/"[^"<>]*"/g, '""').replaceAll(/>[^<>\n]*</g, "><");
  };
  const plain = await report("word");
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      expect(await report(`x${text}`)).toBe(plain);
    }),
    { numRuns: 30 },
  );
});
