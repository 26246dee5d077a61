import * as z from "zod";
import { regexTrait } from "../../rubric/index.ts";
import {
  anyTurn,
  countTurns,
  crossTurn,
  END,
  firstTurnScope,
  lastTurn,
  lastTurnScope,
  stateCheck,
  statusIs,
} from "../../scenario/index.ts";
import {
  allOf,
  answerTemplate,
  atLeastN,
  booleanMatch,
  conditionalGroundTruth,
  extracted,
  numericTolerance,
  verified,
} from "../../template/index.ts";
import { scenario } from "../scenarios/scenario.ts";

const template = answerTemplate({
  asks_for_order: verified(z.boolean(), {
    description: "Whether it asks for the order",
    groundTruth: true,
    verifyWith: booleanMatch(),
  }),
  severity: extracted(z.number(), { description: "How grave it finds the case, from 0 to 9" }),
});

const dependent = answerTemplate({
  pays: verified(z.boolean(), {
    description: "Whether it pays back",
    groundTruth: conditionalGroundTruth({
      source: "node_results.asks.parsed.severity",
      cases: { "9": { value: false } },
      default: { value: true },
    }),
    verifyWith: booleanMatch(),
  }),
});

/** A scenario that has something of everything but functions. */
export const sampleScenario = () =>
  scenario({
    name: "refund",
    description: "A customer wants money back",
    turnLimit: 6,
    metadata: { level: 2 },
    nodes: {
      asks: {
        question: {
          question: "I want my money back.",
          rawAnswer: "It asks for the order.",
          template,
          keywords: ["refund"],
          rubric: [regexTrait({ name: "polite", pattern: "please" })],
        },
        user: {
          persona: "A hurried customer",
          goal: "Money back",
          hiddenFacts: ["It is order 17."],
          stopWhen: "It is paid.",
          turnLimit: 4,
          model: "cheap",
          seed: 7,
        },
        models: { answering: "strong" },
        toolFilter: { remove: [{ server: "shop", tool: "refund" }, { server: "mail" }] },
        agentIdentity: "support",
        stateUpdate: { language: "Python", text: "lambda acc, parsed: acc" },
        metadata: { owner: "ada" },
      },
      pays: { question: { question: "It is order 17.", rawAnswer: "It pays back.", template: dependent } },
    },
    edges: [
      {
        from: "asks",
        to: "pays",
        when: [{ "parsed.asks_for_order": true }, { "parsed.severity": { gt: 2 } }],
        handover: "transcript_prepend",
      },
      {
        from: "asks",
        to: "pays",
        when: stateCheck("parsed.severity", 5, numericTolerance({ tolerance: 1, mode: "absolute" })),
      },
      { from: "asks", to: END },
      { from: "pays", to: "asks", when: { language: "Python", text: "lambda state: state.turn < 3" } },
      { from: "pays", to: END },
    ],
    outcomes: {
      paid: lastTurn({ node_id: "pays", verify_result: true }),
      tree: allOf([
        atLeastN(1, [anyTurn({ "parsed.severity": { lte: 3 } }, { node: ["asks"] }), statusIs("completed")]),
        countTurns({ node: "pays" }),
      ]),
      turns: countTurns({ verifyResult: true }),
      calmer: crossTurn({
        source: firstTurnScope(),
        sourceField: "parsed.severity",
        target: lastTurnScope(),
        comparison: "lt",
        normalize: ["strip"],
      }),
      own: { language: "Python", text: "lambda result: True" },
    },
  });
