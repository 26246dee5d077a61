import * as z from "zod";
import { AnyJson, AnyJsonObject, recordOf } from "../../base/index.ts";
import { HandoverForm, SimulatedUserForm } from "../../scenario/index.ts";
import { QuestionForm } from "./benchmark-form.ts";

const Text = z.string().min(1, "expected non-empty text");
const Code = z
  .strictObject({ language: z.string(), text: z.string() })
  .describe("Code that decides, in TypeScript or Python");

/** A node: a question, and what is said of it as a node. */
export const NodeForm = z.strictObject({
  ...QuestionForm.shape,
  user: SimulatedUserForm.optional().describe("A model that writes what is asked from the second visit on"),
  model: Text.optional().describe("Another model for this node, by the name the configuration gives it"),
  judge: Text.optional().describe("Another judge for this node, by the name the configuration gives it"),
  without_tools: z
    .array(z.strictObject({ server: Text, tool: Text.optional() }))
    .optional()
    .describe("Tools that the model goes without: all of a server, or one"),
  agent: Text.optional().describe("Who answers, in transcripts"),
  state_update: Code.optional().describe("Code that gives what is gathered after each turn of this node"),
  node_metadata: AnyJsonObject.optional().describe("Your own keys of the node"),
});

const conditionAbout =
  "Paths of the state with the values they have: { verify_result: true }, { parsed.dose: { gte: 3 } }, { parsed.name: { truth, check } }. All have to hold. Or code: { language, text }";

/** An edge. */
export const EdgeForm = z.strictObject({
  from: Text.describe("The node it begins at"),
  to: Text.describe("The node it leads to, or end"),
  when: AnyJsonObject.optional().describe(
    `When it is taken; left out: when no other edge is. ${conditionAbout}`,
  ),
  handover: z
    .union([HandoverForm, Code], {
      error: "expected transcript_prepend, transcript_append or transcript_materialize",
    })
    .optional()
    .describe("How the conversation is handed on; left out: as the list of messages"),
});

/** An outcome criterion. */
export const OutcomeEntryForm = z.strictObject({
  name: Text.describe("What it is called in results"),
  description: z.string().optional().describe("What it means"),
  check: AnyJson.optional().describe(
    "A check of the whole walk, such as { last_turn: { verify_result: true } }",
  ),
  code: Code.optional().describe("Code that decides, in place of check"),
});

/** A scenario as people write it. */
export const ScenarioForm = z.strictObject({
  name: Text.describe("What the scenario is called"),
  description: z.string().optional().describe("What it tests"),
  entry: Text.optional().describe(
    "The node that walks begin at; default: the first, unless ids are whole numbers",
  ),
  turn_limit: z.int().min(1).optional().describe("Most turns of a walk; default: what the run says"),
  nodes: recordOf(AnyJson).describe("The nodes by id: each a question"),
  edges: z.array(EdgeForm).optional().describe("The ways between them, tried in this order"),
  outcomes: z.array(OutcomeEntryForm).optional().describe("What whole walks are judged by"),
  metadata: AnyJsonObject.optional().describe("Your own keys"),
});
