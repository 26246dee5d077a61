import { expect, test } from "vitest";
import type { SubjectView } from "../../src/report/index.ts";
import { shownGroups } from "./shown-groups.ts";

// only what groups are made of
const subject = (...groups: readonly (readonly [group: string, of: number])[]) =>
  ({
    numbers: {
      breakdowns: [{ by: "keyword", groups: groups.map(([group, of]) => ({ group, passRate: { of } })) }],
    },
  }) as unknown as SubjectView;

test("groups without any verdict, as those of a run of rubrics alone, are left out", () => {
  const shown = (...subjects: readonly SubjectView[]) => shownGroups(subjects, "keyword");
  expect(shown(subject(["safety", 2], ["dose", 0]), subject(["safety", 0], ["dose", 0]))).toEqual(["safety"]);
  expect(shown(subject(["safety", 0], ["dose", 0]))).toEqual([]);
});
