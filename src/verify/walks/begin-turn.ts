import { type Clock, KareninaError, ownEntry } from "../../base/index.ts";
import type { BenchmarkScenario, ConversationTurn, FoundAttachment } from "../../benchmark/index.ts";
import {
  type OpeningStep,
  type ParsingModel,
  recordStage,
  type ShownTurn,
  type Task,
} from "../../pipeline/index.ts";
import type { CallObserver } from "../../ports/index.ts";
import {
  type Advanced,
  advance,
  conversationOf,
  nextQuestion,
  type ScenarioState,
  scenarioContext,
  userTurn,
  type WalkTools,
} from "../../scenario/index.ts";
import { assistantMessage, type Message, userMessage } from "../../trace/index.ts";
import { askUser } from "./ask-user.ts";
import type { WalkWorkspace } from "./walk-workspace.ts";

/** How a turn begins: with a question, or with the end of its walk. */
export interface BegunTurn {
  /** Where the walk stands, after simulated users that had nothing more to say. */
  readonly state: ScenarioState;
  /** The task with all that the model is shown; undefined: nobody is asked. */
  readonly task: Task | undefined;
  readonly warnings: readonly string[];
  /** The end of the walk, where nobody is asked. */
  readonly end: Extract<Advanced["next"], { readonly kind: "end" }> | undefined;
}

/** What beginning a turn depends on. */
export interface BeginContext {
  readonly definition: BenchmarkScenario;
  readonly tools: WalkTools;
  readonly turnLimit: number;
  readonly workspace: WalkWorkspace;
  /** The files that go with questions of the scenario. */
  readonly files: readonly FoundAttachment[];
  /** The task that asks the node where a walk stands. */
  taskAt(state: ScenarioState): Task;
  /** Who speaks for the simulated user of a task's node. */
  userModelOf(task: Task, name: string | undefined): ParsingModel;
  /** Takes what is done for the turn before its stages. */
  readonly opening: OpeningStep[];
  readonly signal: AbortSignal;
  readonly observer: CallObserver;
  readonly clock: Clock;
}

/** Finds out what is asked in a turn, and asks simulated users for it. */
export async function beginTurn(from: ScenarioState, context: BeginContext): Promise<BegunTurn> {
  const { definition, tools, turnLimit } = context;
  const warnings: string[] = [];
  for (let state = from; ; ) {
    const task = context.taskAt(state);
    const said = await userSays(state, task, context);
    if (said.kind === "failed") return { state, task, warnings, end: undefined };
    if (said.kind === "says") {
      const asked = await shownTask(state, task, said.text, context);
      return { state, task: asked, warnings, end: undefined };
    }
    const advanced = await advance(
      definition,
      state,
      { kind: "user_stopped", stop: said.stop },
      { tools, turnLimit },
    );
    warnings.push(...advanced.warnings);
    ({ state } = advanced);
    if (advanced.next.kind === "end") return { state, task: undefined, warnings, end: advanced.next };
  }
}

type Said =
  | { readonly kind: "says"; readonly text: string }
  | { readonly kind: "stopped"; readonly stop: NonNullable<ScenarioState["userStop"]> }
  | { readonly kind: "failed" };

async function userSays(state: ScenarioState, task: Task, context: BeginContext): Promise<Said> {
  const turn = userTurn(context.definition, state);
  if (turn === undefined) return { kind: "says", text: task.question.question };
  if (turn.kind !== "ask") return turn;
  const model = context.userModelOf(task, turn.user.model);
  const { reply, step } = await askUser(turn, { ...context, model, replicate: task.replicate });
  context.opening.push(step);
  return reply ?? { kind: "failed" };
}

/** The task with what its model and judges are shown; where a handover fails, that is an error of the task. */
async function shownTask(
  state: ScenarioState,
  task: Task,
  text: string,
  { definition, tools, workspace, files, opening }: BeginContext,
): Promise<Task> {
  const node = definition.nodes.find(({ id }) => id === state.currentNode);
  const { messages, attachments: _, ...rest } = task.question;
  const isFirst = (ownEntry(state.nodeVisits, state.currentNode) ?? 0) === 0;
  // what was said before it and goes with it, is said and sent once, and stays in the conversation
  const question = isFirst ? { ...task.question, question: text } : { ...rest, question: text };
  const { attachments = [], ...unattached } = task;
  const lead = isFirst ? (messages ?? []).map(leadMessage) : [];
  const shown = (
    next: Pick<ShownTurn, "text" | "history" | "files">,
    said = conversationOf(state),
  ): Task => ({
    ...unattached,
    ...(isFirst && attachments.length > 0 && { attachments }),
    question,
    turn: {
      ...turnOf(task),
      shown: {
        ...next,
        history: [...next.history, ...lead],
        said: [...said, ...lead],
        otherFiles: files,
        context: scenarioContext(state),
        without: node?.toolFilter?.remove ?? [],
        workspace: workspace.open,
      },
    },
  });
  try {
    const next = await nextQuestion(definition, state, text, { tools });
    const handover = state.arrivedBy === null ? undefined : definition.edges[state.arrivedBy]?.handover;
    // what a function leaves out, judges are not told either
    return shown(
      next,
      typeof handover === "object" || typeof handover === "function" ? next.history : undefined,
    );
  } catch (error) {
    if (!KareninaError.isInstance(error)) throw error;
    opening.push({ name: "Handover", recorder: recordStage(undefined), durationMs: 0, reason: null, error });
    return shown({ text, history: [], files: [] });
  }
}

const leadMessage = ({ role, content }: ConversationTurn): Message =>
  role === "user" ? userMessage(content) : assistantMessage(content);

function turnOf({ turn }: Task): NonNullable<Task["turn"]> {
  if (turn === undefined) throw new RangeError("The task is no turn of a walk.");
  return turn;
}
