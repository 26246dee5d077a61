import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { LruCache } from "../../base/index.ts";
import { propertyRuns } from "../../base/testing/property-runs.ts";
import { createTemplateRunner } from "../../sandbox/index.ts";
import { templateFromDraft, templateSource } from "../../template/index.ts";
import { anyTemplate } from "../../template/testing/any-template.ts";
import { judgmentsOf } from "../testing/judgments-of.ts";
import { picker, restyleSource } from "../testing/restyle-source.ts";
import { templateSources } from "../testing/template-sources.ts";
import { type JavaScriptShapes, readTypeScriptTemplate } from "./read-template.ts";

const runner = createTemplateRunner({ timeoutMs: 5000 });
afterAll(() => runner[Symbol.asyncDispose]());

/** How many sources are made for each test. */
const runs = propertyRuns(15);
const patience = 60_000 + runs * 100;

const shapes: JavaScriptShapes = new LruCache(20_000_000);

/** What a template of a draft decides about some answers, or why there is none. */
const judgments = async (draft: unknown, checks: object) => {
  const custom = Object.fromEntries(Object.keys(checks).map((name) => [name, () => true]));
  const template = attempt(() => templateFromDraft(draft, custom));
  if (typeof template === "string") return template;
  const made = await judgmentsOf(template);
  for (const { verifyResult } of made) verdicts.add(verifyResult);
  return made;
};

const verdicts = new Set<boolean>();

function attempt<T>(make: () => T): T | string {
  try {
    return make();
  } catch (error) {
    return String(error);
  }
}

/**
 * What is read is what running it gives, and decides alike; `code` where it is not read. So is what is read by the tree of another
 * source.
 */
async function agreement(source: string): Promise<"data" | "code" | "mistake"> {
  const reading = await readTypeScriptTemplate(source, runner.stripTypes);
  expect(await readTypeScriptTemplate(source, runner.stripTypes, shapes)).toEqual(reading);
  if (reading.kind !== "data") return reading.kind;
  const { draft, checks } = reading;
  const run = await runner.describe(source).catch((error: unknown) => ({ draft: error, checks: { source } }));
  expect({ draft, checks }).toEqual(run);
  expect(await judgments(draft, checks)).toEqual(await judgments(run.draft, checks));
  return "data";
}

test("what authors have written is read as running it gives it", async () => {
  const kinds = await Promise.all(templateSources().map(agreement));
  expect(kinds.length).toBeGreaterThan(20);
  expect(new Set(kinds)).toEqual(new Set(["data"]));
});

test(
  "every template that is written as source is read as running it gives it",
  async () => {
    const property = fc.asyncProperty(anyTemplate, async (template) => {
      expect(await agreement(templateSource(template))).toBe("data");
    });
    await fc.assert(property, { numRuns: runs });
    expect(verdicts).toEqual(new Set([true, false]));
  },
  patience,
);

test(
  "so is what somebody else would have written",
  async () => {
    const property = fc.asyncProperty(anyTemplate, fc.nat(), async (template, seed) => {
      expect(await agreement(restyleSource(templateSource(template), seed))).toBe("data");
    });
    await fc.assert(property, { numRuns: runs });
  },
  patience,
);

/** What an edit puts in: what means something in other places, and what is often wrong. */
const pieces = [
  ..."(){}[]<>,;:.=+-*/!?`'\"\\$#@\n\r\u2028\0 0_n",
  ...["...", "=>", "as const", "satisfies T", "!", "await ", "new ", "async ", "get ", "__proto__", "toJSON"],
  ...[
    "const a = 1;",
    "let b = 2;",
    "export default ",
    "import x from 'zod';",
    "import type ",
    "//",
    "/*",
    "*/",
  ],
  ...["010", "0x1f", "1e400", "1_0", ".5", "5.", "0b2", "-0", "NaN", "undefined", "null", "z", "z.string()"],
  ...["\\u0061", "\\x4", "\\8", "${1}", "${z}", "/a/g", "RegExp", "verify", "verify() {}", "() => 1"],
  ...[
    "function f() {}",
    ".min(1)",
    ".trim()",
    ".constructor",
    "?.",
    "<!--",
    "-->",
    "#!",
    "\u{1f600}",
    "\ud800",
    "é",
  ],
];

function mutated(source: string, seed: number): string {
  const pick = picker(seed);
  let text = source;
  for (let edits = 1 + pick(3); edits > 0; edits -= 1) {
    const from = pick(text.length + 1);
    const length = [0, 0, 1, 1, 2, pick(30)][pick(6)] ?? 0;
    const elsewhere = pick(text.length + 1);
    const piece = [pieces[pick(pieces.length)] ?? "", text.slice(elsewhere, elsewhere + pick(40)), ""][
      pick(3)
    ];
    text = text.slice(0, from) + piece + text.slice(from + length);
  }
  return text;
}

const checked = `import * as z from "zod";
import { answerTemplate, extracted, verified, exactMatch } from "karenina";
const base = { description: "a" } as const;
function helper(value: string): boolean { return /^a+/.test(value); }
export default answerTemplate(
  { a: verified(z.string(), { ...base, groundTruth: "a", verifyWith: exactMatch() }), b: extracted(z.int(), base) },
  {
    verify: async ({ a }: { a: string }, context) => helper(a) && a.length < 3,
    verifyGranular({ b }) { return b > 1 ? 1 : 0.5; },
  },
);
`;

test(
  "a source with odd pieces is read without harm, and as running it gives it where it is read",
  async () => {
    const sources = [
      checked,
      checked.replaceAll(/: string|: boolean| as const|: \{ a\}/g, ""),
      ...templateSources(),
    ];
    let data = 0;
    for (let seed = 1; seed <= runs * 5; seed += 1) {
      const source = mutated(sources[seed % sources.length] ?? checked, seed);
      if ((await agreement(source)) === "data") data += 1;
    }
    expect(data).toBeGreaterThan(runs / 4);
  },
  patience,
);
