import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { contentPolicy, pageHead, scriptJson } from "./page.ts";
import type { ReportSummary } from "./report-data.ts";

const parts = { script: 'console.log("a")', style: "body { color: red }" };
const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const summary = (fields: Partial<ReportSummary> = {}): ReportSummary => ({
  title: "Drug targets",
  generatedAt: "2026-01-05T09:15:00.000Z",
  version: "1.0.0",
  ...{
    runs: [],
    subjects: [],
    comparison: null,
    judges: [],
    persons: [],
    failures: [],
    turnFailures: [],
    cutShort: [],
    results: 0,
    detailsFolder: null,
  },
  sharedAnswers: [],
  leftOut: [],
  walks: [],
  ...fields,
});

test("the page may run its own program and style and nothing else", () => {
  const policy = contentPolicy(parts, false);
  expect(policy.split("; ")).toEqual([
    "default-src 'none'",
    `script-src ${hash(parts.script)}`,
    `style-src ${hash(parts.style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(contentPolicy(parts, true)).toContain(`script-src ${hash(parts.script)} 'self' file:;`);
  const head = pageHead(summary(), "aW5kZXg=", parts);
  expect(head).toContain(`<meta http-equiv="Content-Security-Policy" content="${policy}">`);
  expect(head.indexOf("Content-Security-Policy")).toBeLessThan(head.search(/<(script|style|title)/));
  expect(head).toContain(`<script>${parts.script}</script>`);
  expect(head).toContain(`<style>${parts.style}</style>`);
});

test("nothing that names say ends what they stand in", () => {
  const title = '</title></script><!--<script>alert("1")</script>&';
  const head = pageHead(summary({ title }), "", parts);
  expect(head).toContain(
    "<title>&lt;/title&gt;&lt;/script&gt;&lt;!--&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;</title>",
  );
  expect(pageHead(summary({ title: "a\u001b[31mb\u202e" }), "", parts)).toContain("<title>ab</title>");
  const [, json = ""] = /id="report-summary">(.*?)<\/script>/s.exec(head) ?? [];
  expect(json).not.toContain("<");
  expect(JSON.parse(json)).toMatchObject({ title });
  expect(JSON.parse(scriptJson(title))).toBe(title);
});
