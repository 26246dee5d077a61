import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../../base/testing/any-character.ts";
import { baseOfRunName, isRunName, runName } from "./run-name.ts";
import { clipName, safeName } from "./safe-name.ts";

describe("safe names", () => {
  test.each([
    ["urn:uuid:question-what-1f3a", "urn_uuid_question-what-1f3a"],
    ["a/b\\c", "a_b_c"],
    ["..", "unknown"],
    ["", "unknown"],
    ["_._", "unknown"],
    ["../../etc/passwd", "etc_passwd"],
    ["Größe 中文 ٣", "Größe_中文_٣"],
    ["a\u0000b😀c", "a_b_c"],
    [".hidden.", "hidden"],
  ])("%j becomes %j", (id, name) => {
    expect(safeName(id)).toBe(name);
  });

  test("are names of one file, whatever the id", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (id) => {
        const name = safeName(id);
        expect(name).toMatch(/^[\p{L}\p{N}_.-]+$/u);
        expect(name).not.toMatch(/^\./);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(120);
        expect(safeName(name)).toBe(name);
      }),
    );
  });

  test("that are cut stay apart", () => {
    const long = "x".repeat(300);
    expect(safeName(`${long}a`)).not.toBe(safeName(`${long}b`));
    expect(clipName("é".repeat(100), 21)).toMatch(/^é{6}-[0-9a-f]{8}$/);
  });
});

test("a run's name is known again", () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1 }),
      fc.integer({ min: 0, max: 4_102_444_800_000 }),
      fc.option(fc.nat()),
      fc.option(fc.integer({ min: 2 })),
      (base, at, replicate, number) => {
        const name = runName({ base, at, processId: 42, replicate }) + (number === null ? "" : `_${number}`);
        expect(isRunName(name)).toBe(true);
        expect(baseOfRunName(name)).toBe(base);
      },
    ),
  );
  expect(isRunName("task")).toBe(false);
  expect(isRunName("task_run_20260101T000000_pid1_rep")).toBe(false);
});
