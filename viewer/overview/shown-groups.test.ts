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

test("groups by length are in order, whichever model has them", () => {
  const bands = ["1000 to 2999 characters", "under 100 characters", "100 to 299 characters"] as const;
  const ofLength = (group: string) =>
    ({
      numbers: { breakdowns: [{ by: "length", groups: [{ group, passRate: { of: 1 } }] }] },
    }) as unknown as SubjectView;
  expect(shownGroups(bands.map(ofLength), "length")).toEqual([bands[1], bands[2], bands[0]]);
});
