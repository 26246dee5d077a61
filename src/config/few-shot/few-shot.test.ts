import { expect, test } from "vitest";
import { md5 } from "../../base/index.ts";
import { fewShot } from "./few-shot.ts";
import { fewShotExamples } from "./few-shot-examples.ts";

const pool = ["a", "b", "c", "d"].map((name) => ({ question: `${name}?`, answer: name }));
const question = (id: string) => ({ id, fewShotExamples: pool });
const answers = (config: Parameters<typeof fewShotExamples>[0], id: string) =>
  fewShotExamples(config, question(id)).map(({ answer }) => answer);

test("selections by place, by hash, and by number, with what goes beside them", () => {
  const globalExamples = [{ question: "1 + 1?", answer: "2" }];
  const byPlace = fewShot.fromIndexSelections({ q1: [2, 0] }, { globalExamples });
  expect([answers(byPlace, "q1"), answers(byPlace, "q2")]).toEqual([["c", "a", "2"], ["2"]]);

  const byHash = fewShot.fromHashSelections({ q1: [fewShot.generateExampleHash("b?")] });
  expect([answers(byHash, "q1"), answers(byHash, "q2")]).toEqual([["b"], []]);

  const byLot = fewShot.kShotForQuestions({ q1: 1 }, { poolK: 2 });
  expect([answers(byLot, "q1").length, answers(byLot, "q2").length]).toEqual([1, 2]);
});

test("questions can be added to a configuration, which stays as it is", () => {
  const base = fewShot.fromIndexSelections({ q1: [0] });
  const more = fewShot.addKShotQuestions(
    fewShot.addHashSelections(fewShot.addIndexSelections(base, { q2: [3] }), { q3: [md5("c?")] }),
    { q4: 1 },
  );
  expect(Object.keys(base.questionConfigs ?? {})).toEqual(["q1"]);
  expect(["q1", "q2", "q3"].map((id) => answers(more, id))).toEqual([["a"], ["d"], ["c"]]);
  expect(answers(more, "q4")).toHaveLength(1);
});

test("a new selection keeps the exclusions of its question", () => {
  const before = { questionConfigs: { q1: { excludedExamples: [1] } } };
  expect(answers(fewShot.addIndexSelections(before, { q1: [0, 1] }), "q1")).toEqual(["a"]);
});

test("the hash of an example is the MD5 of its question", () => {
  expect(fewShot.generateExampleHash("What is 2+2?")).toBe("936dbc8755f623c951d96ea2b03e13bc");
});

test("every choice that names nothing is listed", () => {
  const config = fewShot.fromIndexSelections({ q1: [0, 4], q9: [0] });
  expect(fewShot.validateSelections(config, [question("q1"), question("q2")])).toEqual([
    'no question has the id "q9"',
    "question q1 has no example 4; it has 4",
  ]);
  expect(fewShot.validateSelections(fewShot.fromIndexSelections({ q1: [0] }), [question("q1")])).toEqual([]);
});
