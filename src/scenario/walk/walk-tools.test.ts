import { expect, test } from "vitest";
import { END, evaluateOutcomes, nextQuestion } from "../index.ts";
import { edge, scenarioOf, walk, walkTools } from "../testing/walks.ts";

test("functions are called with copies: nothing that they do to them changes the walk", async () => {
  // as a program without types might
  const meddle = (given: unknown): boolean => {
    const { state = given } = given as { readonly state?: unknown };
    const own = state as { parsed: object; history: { rawResponse: string }[]; path: string[] };
    Object.assign(own.parsed, { v: "zz" });
    for (const turn of own.history) turn.rawResponse = "edited";
    own.history.reverse();
    own.path.length = 0;
    return true;
  };
  const definition = scenarioOf(
    ["a", "b"],
    [
      edge("a", "b", { decide: meddle, handover: (_all, state) => (meddle(state) ? [] : []) }),
      edge("b", END, { decide: meddle }),
      edge("b", "a"),
    ],
    { outcomes: [{ name: "meddles", description: "", evaluate: meddle }] },
  );
  const texts = ["one", "two"];
  const { state } = await walk(
    definition,
    texts.map((text) => ({ text, parsed: { v: text } })),
  );
  await nextQuestion(definition, state, "b?", { tools: walkTools });
  const walked = { scenarioId: "sample", status: "completed", state } as const;
  expect(await evaluateOutcomes(definition, walked, walkTools)).toMatchObject([{ value: true }]);
  expect(state).toMatchObject({
    path: ["a", "b"],
    parsed: { v: "two" },
    history: texts.map((rawResponse) => ({ rawResponse, parsedFields: { v: rawResponse } })),
  });
});
