import * as z from "zod";
import {
  anyTurn,
  countTurns,
  crossTurn,
  END,
  firstMatchIndex,
  firstTurnScope,
  lastTurn,
  lastTurnScope,
  stateCheck,
  statusIs,
} from "../../scenario/index.ts";
import {
  allOf,
  answerTemplate,
  anyOf,
  booleanMatch,
  exactMatch,
  extracted,
  verified,
} from "../../template/index.ts";
import { Scenario, scenario } from "./scenario.ts";

const template = answerTemplate({
  asks_for_order: verified(z.boolean(), {
    description: "asks",
    groundTruth: true,
    verifyWith: booleanMatch(),
  }),
  severity: extracted(z.number(), { description: "how bad" }),
});
const asks = { question: { question: "Refund?", rawAnswer: "Which order?", template } };
const pays = { question: { question: "Order 17.", rawAnswer: "Paid." } };

const base = new Scenario("refund").addNode("asks", asks).addNode("pays", pays);

// What the template has may be asked for, each in its own type.
base
  .addEdge("asks", "pays", { when: { "parsed.asks_for_order": true } })
  .addEdge("asks", "pays", { when: [{ "parsed.severity": { gte: 3 } }, { verify_result: false }] })
  .addEdge("asks", END, { when: { "accumulated.anything": "x" } })
  .addEdge("pays", "asks", { when: { "node_results.asks.parsed.severity": 3 } })
  .addEdge("pays", "asks", { when: { "node_results.asks.rubric.polite": true } })
  .addEdge("pays", "asks", { when: { "node_visits.asks": { lt: 2 } } })
  .addEdge("asks", "pays", { when: (state) => state.parsed.severity > 2 && state.nodeVisits.pays === 1 })
  .addEdge("asks", "pays", { when: stateCheck("parsed.severity", 3, exactMatch()) })
  .addOutcome("done", lastTurn({ verify_result: true, "parsed.severity": { lt: 3 } }))
  .addOutcome(
    "asked",
    allOf([anyTurn({ "parsed.asks_for_order": true }, { node: "asks" }), statusIs("completed")]),
  )
  .addOutcome(
    "same",
    crossTurn({ source: firstTurnScope(), sourceField: "parsed.severity", target: lastTurnScope() }),
  )
  .addOutcome("own", ({ status, state }) => status === "completed" && state.turn > 1)
  .setEntry("asks");

// @ts-expect-error there is no such field
base.addEdge("asks", "pays", { when: { "parsed.asks_for_ordre": true } });
// @ts-expect-error the field is no text
base.addEdge("asks", "pays", { when: { "parsed.asks_for_order": "yes" } });
// @ts-expect-error true and false have no size
base.addEdge("asks", "pays", { when: { "parsed.asks_for_order": { gte: 1 } } });
// @ts-expect-error nor there, in a list
base.addEdge("asks", "pays", { when: [{ "parsed.gone": true }] });
// @ts-expect-error there is no such node
base.addEdge("asks", "payz");
// @ts-expect-error nor as a source
base.addEdge("ask", "pays");
// @ts-expect-error nor in a path
base.addEdge("asks", "pays", { when: { "node_visits.payz": 1 } });
// @ts-expect-error the node has no such field
base.addEdge("pays", "asks", { when: { "node_results.asks.parsed.gone": 1 } });
// @ts-expect-error functions see the fields of the node they come from
base.addEdge("asks", "pays", { when: (state) => state.parsed.gone === true });
// @ts-expect-error without a template there are no fields
base.addEdge("pays", "asks", { when: { "parsed.asks_for_order": true } });
// @ts-expect-error there is no such path
base.addEdge("asks", "pays", { when: { verified: true } });
// @ts-expect-error nor with a primitive of one's own
base.addEdge("asks", "pays", { when: stateCheck("verified", true, booleanMatch()) });
// @ts-expect-error there is no such node
base.setEntry("payz");
// @ts-expect-error no turn has such a field
base.addOutcome("done", lastTurn({ verified: true }));
const elsewhere = anyTurn({ verify_result: true }, { node: "payz" });
// @ts-expect-error nor below others
base.addOutcome("done", anyOf([allOf([elsewhere]), statusIs("completed")]));
// @ts-expect-error the handover has a name
base.addEdge("asks", "pays", { handover: "transcript_prepended" });

// The same at once.
scenario({
  name: "refund",
  nodes: { asks, pays: { question: { question: "Order 17.", rawAnswer: "Paid.", template } } },
  edges: [
    { from: "asks", to: "pays", when: { "parsed.asks_for_order": true } },
    { from: "asks", to: END },
    { from: "pays", to: "asks", when: (state) => state.parsed.severity > 1 },
    { from: "pays", to: END, handover: "transcript_prepend" },
  ],
  outcomes: { paid: lastTurn({ node_id: "pays", verify_result: true }) },
});

scenario({
  name: "refund",
  nodes: { asks },
  // @ts-expect-error there is no such field
  edges: [{ from: "asks", to: END, when: { "parsed.gone": true } }],
});
scenario({
  name: "refund",
  nodes: { asks },
  // @ts-expect-error there is no such node
  edges: [{ from: "asks", to: "pays" }],
});
scenario({
  name: "refund",
  nodes: { asks },
  // @ts-expect-error there is no such field
  outcomes: { asked: lastTurn({ "parsed.gone": true }) },
});

// Numbers and comparisons keep to the names, too.
const numbers = {
  turns: countTurns({ node: "asks" }),
  all: countTurns(),
  first: firstMatchIndex({ verifyResult: true }),
};
scenario({ name: "refund", nodes: { asks }, outcomes: numbers });
scenario({
  name: "refund",
  nodes: { asks },
  // @ts-expect-error there is no such node
  outcomes: { turns: countTurns({ node: "pays" }) },
});
