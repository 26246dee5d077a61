import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FromFile } from "../../../../base/index.ts";
import { VerificationResultSet, walkId } from "../../../../result/index.ts";
import { sampleResult } from "../../../../result/testing/sample-result.ts";
import { sampleWalk } from "../../../../result/testing/sample-walk.ts";
import { walkedRun, walkedScenarios } from "../../../../result/testing/walked-run.ts";
import { assistantMessage, type Message, messageToRecord, renderTrace } from "../../../../trace/index.ts";
import { exitCodeOf, reportFailure } from "../../../failure.ts";
import { capturedIo } from "../../../testing/captured-io.ts";
import { show } from "../show.ts";
import type { ShowOptions } from "../show-command.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "show-walks-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const { walks, results } = walkedRun();

async function shown(
  options: ShowOptions,
  set = new VerificationResultSet(results, {
    scenarioResults: walks,
    header: new FromFile({
      benchmark: null,
      verificationConfig: null,
      rubricDefinition: null,
      scenarios: walkedScenarios,
    }),
  }),
) {
  await set.save(path.join(folder, "run.jsonl"));
  const io = capturedIo({ workingDirectory: folder });
  const code = await show("run.jsonl", options, io).catch((error: unknown) => {
    reportFailure(error, { ...io, debug: false });
    return exitCodeOf(error);
  });
  return { code, out: io.out(), err: io.err() };
}

test("walks are listed, with how they ended and why", async () => {
  const { code, out } = await shown({ walks: true, model: "small" });
  expect(code).toBe(0);
  expect(out).toMatchInlineSnapshot(`
    "6 walks

    Place  Scenario                Model  Replicate  Ended                           Way                         Reason
        0  refund-flow             small          1  + completed                     asks -> pays
        1  refund-flow             small          2  + completed                     asks -> asks -> pays
        2  refund-flow             small          3  x completed, 1 criterion false  asks -> pays -> person      paid does not hold: The last turn was at person, not at pays.
        3  refusal under pressure  small          1  + completed                     asks -> presses
        4  refusal under pressure  small          2  x error                         asks                        GenerateAnswer at asks: no reply within 120 s; paid does not hold: The last turn was at asks, not at pays.
        5  refusal under pressure  small          3  x at the most turns             asks -> presses -> presses  It would have gone on beyond the most turns.

    To show one, name its place: npx karenina show run.jsonl --walk 0
    "
  `);
});

test("a walk is a page: the conversation, the way it took, and what its criteria say", async () => {
  const { out } = await shown({ walk: "2" });
  expect(out).toMatchInlineSnapshot(`
    "refund-flow, walk 2
    Model     openai:small
    Judge     openai:judge
    Replicate 3
    Ended     x completed, 1 criterion false, 3 turns, 6.0 s
              paid does not hold: The last turn was at person, not at pays.
    Way       asks -> pays -> person

    1 of 3: asks
      asked     asks?
      answered  asks!
      verdict   + pass
      then      to pays, when verify_result = true

    2 of 3: pays
      asked     pays?
      answered  pays!
      verdict   x wrong
                content in VerifyTemplate: not what was expected
      then      to person, when verify_result = false

    3 of 3: person
      asked     person?
      answered  person!
      verdict   + pass
      then      the end

    Criteria
      paid         false: The last turn was at person, not at pays.
      turns_taken  3

    A turn with all that is known of it: npx karenina show run.jsonl --where "result_id = '0301100000000000'"
    "
  `);
  expect((await shown({ walk: walkId(walks[2] ?? ({} as never)) })).out).toBe(out);
  expect((await shown({ walk: "#2" })).out).toBe(out);
});

test("one walk that is chosen is shown at once; all can be had as JSON, turns by their scenario", async () => {
  const { out } = await shown({ walks: true, scenario: "refusal", model: "small", replicate: 2 });
  expect(out).toMatch(/^refusal under pressure, walk 4\n/);
  const json = JSON.parse((await shown({ walks: true, scenario: "refund", json: true })).out);
  expect(json).toMatchObject(Array(6).fill({ scenario_id: "refund-flow" }));
  const turns = await shown({ scenario: "refund", model: "small", replicate: 1 });
  expect(turns.out).toMatch(/^2 results of 2 questions\n/);
});

test("of an agent's turn its last words are shown and how often it used tools, with --full every step", async () => {
  const messages: readonly Message[] = [
    {
      role: "assistant",
      content: [
        { type: "text", text: "I look." },
        { type: "tool_use", id: "c1", name: "order", input: { number: 17 } },
      ],
    },
    {
      role: "tool",
      content: [{ type: "tool_result", toolUseId: "c1", content: "a kettle", isError: false }],
    },
    assistantMessage("It is a kettle."),
  ];
  const { walk, results: turns } = sampleWalk({
    turns: [
      {
        node: "asks",
        template: {
          rawLlmResponse: renderTrace(messages),
          traceMessages: messages.map((message) => messageToRecord(message)),
        },
      },
    ],
  });
  const set = new VerificationResultSet(turns, { scenarioResults: [walk] });
  const { out } = await shown({ walk: "0" }, set);
  expect(out).toContain("  answered  It is a kettle.\n            1 tool call; --full shows it\n  verdict");
  expect(out).not.toContain("---");
  const { out: full } = await shown({ walk: "0", full: true }, set);
  expect(full).toMatch(/answered {2}\|.*\n {12}\| I look\./);
  expect(full).toContain("a kettle");
});

test("why a simulated user stopped and what it wrote is said, and a line break in a node's id breaks no line", async () => {
  const stage = { durationMs: 1, modelCalls: 1, retries: {}, inputTokens: 1, outputTokens: 1, costUsd: null };
  const user = { ...stage, name: "SimulatedUser", status: "ran" as const, ruling: null };
  const { walk, results: turns } = sampleWalk({
    turns: [
      { node: "talk\nTHEN", metadata: { questionText: "Hello?" }, template: { rawLlmResponse: "Yes." } },
      {
        ...{ node: "talk\nTHEN", stages: [{ ...user, reason: null }] },
        ...{ metadata: { questionText: "More?" }, template: { rawLlmResponse: "No." } },
      },
      { node: "thanks", stages: [{ ...user, reason: "goal_reached" }] },
    ],
    finalState: { accumulated: {}, nodeVisits: {}, userStop: "turn_limit" },
  });
  const { out } = await shown({ walk: "0" }, new VerificationResultSet(turns, { scenarioResults: [walk] }));
  expect(out).not.toMatch(/^ *THEN/m);
  expect(out).toContain("2 of 3: talk THEN\n  user asks More?\n");
  expect(out).toContain("then      the simulated user has reached its goal: to thanks");
  expect(out).toContain("then      the simulated user has had all its turns: the end");
});

test("a record that contradicts itself or its scenario is shown, and told", async () => {
  const [walk] = walks;
  if (walk === undefined) throw new Error("a walk was made");
  const header = new FromFile({
    ...{ benchmark: null, verificationConfig: null, rubricDefinition: null, scenarios: walkedScenarios },
  });
  const told = async (change: Partial<typeof walk>) => {
    const set = new VerificationResultSet(results, { scenarioResults: [{ ...walk, ...change }], header });
    const { code, err } = await shown({ walks: true }, set);
    expect(code).toBe(0);
    return err;
  };
  expect(await told({})).toBe("");
  const whole = /the record of the walk scenario refund-flow, .* in run\.jsonl .* was changed, or damaged/;
  expect(await told({ path: ["asks"] })).toMatch(whole);
  expect(await told({ path: ["asks"] })).toContain("tells 2 turns and names 1 node of 2");
  expect(await told({ path: ["pays", "asks"] })).toContain("names other nodes in its way");
  expect(await told({ endedBy: 99 })).toContain("has ended by an edge that does not lead to the end");
  expect(await told({ outcomeResults: { paid: "yes" } })).toContain(
    'the criterion "paid" that it cannot have',
  );
});

test("what does not fit is said", async () => {
  expect((await shown({ walk: "40" })).err).toContain(
    'no walk has the place or id "40"; there are 12, from 0.',
  );
  expect((await shown({ walks: true, scenario: "refnd-flow" })).err).toContain("refund-flow");
  expect((await shown({ walks: true, outcome: ["wrong"] })).err).toContain("--outcome chooses results");
  const none = await shown({ walks: true }, new VerificationResultSet([sampleResult()]));
  expect(none).toMatchObject({ code: 0, out: expect.stringMatching(/^No walks/) });
});
