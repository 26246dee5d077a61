import fc from "fast-check";
import { expect, test } from "vitest";
import { KareninaError } from "../../base/index.ts";
import { propertyRuns } from "../../base/testing/property-runs.ts";
import { sameBenchmark } from "../report/benchmark-equality.ts";
import { arbitraryBenchmark } from "../testing/arbitrary-benchmark.ts";
import { readYaml } from "./read-yaml.ts";
import { writeYaml } from "./write-yaml.ts";

const date = "2026-01-01T00:00:00.000Z";
const read = (text: string) => readYaml(text, "x.yaml", date);

test("any benchmark comes back from YAML as it was, dates too, and its text is stable", () => {
  fc.assert(
    fc.property(arbitraryBenchmark, (content) => {
      const text = writeYaml(content, "x.yaml");
      const again = read(text);
      expect(sameBenchmark(again, content)).toBe(true);
      const dates = ({ questions, ...one }: typeof content) =>
        [one, ...questions].map(({ dateCreated, dateModified }) => [dateCreated, dateModified]);
      expect(dates(again)).toEqual(dates(content));
      expect(writeYaml(again, "x.yaml")).toBe(text);
      const { yaml: _text, ...unread } = again;
      expect(writeYaml(unread, "x.yaml")).toBe(text);
    }),
    { numRuns: propertyRuns(10) },
  );
});

const small = `karenina: 1 # c
name: Small
defaults: {check: exact_match, keywords: [a]}
fields:
  target: {description: d, type: text, check: {exact_match: {normalize: [strip]}}}
rubric:
  - {type: regex, name: r, pattern: 'x+'}
questions:
  - question: What?
    answer: &a BCL2
  - question: How many?
    answer: 14
    check: {numeric_tolerance: {tolerance: 5}}
  - question: Which?
    answer: |
      several
      lines
    fields: {target: *a, dose: {description: d, truth: 3, check: numeric_exact}}
    pass: {any_of: [target, dose]}
`;

test("a file with anything changed in it is a benchmark or a clear error", () => {
  const signs = [
    ..." \n\t:-?#&*!|>'\"%@`{}[],<~0x\u0000\u0085\ud800",
    "\n  ",
    "- ",
    "<<: *a\n",
    "!!js ",
    "? ",
    "---\n",
  ];
  const change = fc.record({
    at: fc.nat(small.length),
    cut: fc.nat(12),
    put: fc.oneof(fc.constantFrom(...signs), fc.string({ maxLength: 4 })),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const text = changes.reduce(
        (now, { at, cut, put }) => now.slice(0, at) + put + now.slice(at + cut),
        small,
      );
      try {
        expect(read(text).name.length).toBeGreaterThan(0);
      } catch (error) {
        expect(KareninaError.isInstance(error), String(error)).toBe(true);
        expect((error as Error).message.length).toBeLessThan(20_000);
      }
    }),
    { numRuns: propertyRuns(100) },
  );
});
