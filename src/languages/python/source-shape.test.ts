import fc from "fast-check";
import { expect, test } from "vitest";
import { LruCache } from "../../base/index.ts";
import { propertyRuns } from "../../base/testing/property-runs.ts";
import type { PythonNode } from "./python-node.ts";
import { readPythonTemplate } from "./read-template.ts";
import { type PythonShapes, parsePython } from "./syntax.ts";

const source = `from karenina.schemas import BaseAnswer, ExactMatch
import re  # patterns


class Answer(BaseAnswer):
    """The "answer" of a question."""

    target: str = VerifiedField(
        description="The protein that \\"BCL2\\" is, without 'x'.",
        ground_truth='BCL' "2", # two
        verify_with=ExactMatch(normalize=["lowercase", r"a\\d"]), ge=.5, le=10.25, n=-3 + 0x1F
    )
    other: Optional[Literal["a", 'b']] = None

    # for scenarios
    class VerificationStrategy:
        verify_strategy = AnyOf(conditions=[
    FieldCheck(field="target"),
        ])

    def verify(self) -> bool:
        if not self.target == self.correct["target"]: return False
        return f"{self.target}" != b'' and 1 < len(self.other) <= 12
`;

function plain({ name, from, text, children }: PythonNode): object {
  return { name, from, text, children: children.map(plain) };
}

/** The tree, or what is said of a source that has none. */
function treeOf(text: string, shapes?: PythonShapes): unknown {
  try {
    return plain(parsePython(text, 7, shapes));
  } catch (error) {
    return String(error);
  }
}

test("the tree of a source is the same whether one of its shape was parsed before or not", () => {
  const lines = source.split("\n");
  const signs = [
    ..." \n\"'#\\.:,()[]{}=+-_019axf\té",
    ...'1.5 .5 .6 0x 1e 2f" if" rb\' f\' """ \'\'\' or in print match # \\" \\\n'.split(" "),
  ];
  const whole = fc.constant([0, lines.length] as const);
  const part = fc.oneof(whole, fc.tuple(fc.nat(lines.length - 1), fc.integer({ min: 1, max: lines.length })));
  const change = fc.record({
    at: fc.nat(source.length),
    cut: fc.integer({ min: 0, max: 3 }),
    sign: fc.constantFrom("", ...signs),
  });
  const shapes: PythonShapes = new LruCache(1_000_000);
  const sources = { all: 0 };
  fc.assert(
    fc.property(part, fc.array(change, { maxLength: 3 }), ([first, count], changes) => {
      const kept = lines
        .slice(first, first + count)
        .join("\n")
        .replace(/^ +/gm, first === 4 || count === lines.length ? "$&" : "");
      const text = changes.reduce((changed, { at, cut, sign }) => {
        const place = at % (changed.length + 1);
        return changed.slice(0, place) + sign + changed.slice(place + cut);
      }, kept);
      sources.all += 1;
      expect(treeOf(text, shapes)).toEqual(treeOf(text));
    }),
    { numRuns: propertyRuns(100) },
  );
  expect(shapes.size).toBeLessThan(sources.all * 0.7);
});

test("names that compatible letters alone tell apart are one name, also where shapes are kept", () => {
  const truth = (source: string) => {
    const shapes: PythonShapes = new LruCache(100_000);
    const reading = readPythonTemplate(source, shapes);
    expect(reading).toEqual(readPythonTemplate(source));
    return reading;
  };
  const field = (value: string) =>
    `class Answer(BaseAnswer):\n    x: str = VerifiedField(description="d", ground_truth=${value}, verify_with=ExactMatch())\n`;
  expect(truth(`\u00b5 = "right"\n${field("\u03bc")}`)).toMatchObject({
    draft: { fields: [{ options: { groundTruth: "right" } }] },
  });
  // which of two values a name has is for the interpreter to say
  expect(truth(`\u00b5 = "wrong"\n\u03bc = "right"\n${field("\u00b5")}`).kind).toBe("code");
  expect(truth(field('"a"').replace("x:", "\ufb01x:"))).toMatchObject({
    draft: { fields: [{ name: "fix" }] },
  });
});

test("quotients are rounded as Python rounds them", () => {
  const value = (source: string) =>
    readPythonTemplate(
      `class Answer(BaseAnswer):\n    x: float = VerifiedField(description="d", ground_truth=${source}, verify_with=NumericExact())\n`,
    );
  for (const [source, groundTruth] of [
    ["1e16 // 3", 3333333333333333],
    ["-5 // 1e400", -1],
    ["7.3 // 0.1", 72],
    ["-7 // 2", -4],
    ["7 // -2", -4],
    ["6 // 3", 2],
  ] as const)
    expect(value(source)).toMatchObject({ draft: { fields: [{ options: { groundTruth } }] } });
});
