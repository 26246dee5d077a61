import { KareninaError, sha256, TransportError } from "../../base/index.ts";
import type { Workspace } from "../../ports/index.ts";
import { finalMessage } from "../../trace/index.ts";
import { askAnsweringModel } from "../ask-answering-model.ts";
import type { GeneratedAnswer } from "../facts.ts";
import { endsInVerdict, noAnswer } from "../no-answer.ts";
import { leaveTraces, persistedTraces } from "../persisted-trace.ts";
import { prepareWorkspace } from "../prepare-workspace.ts";
import { defineStage, type StageContext } from "../stage.ts";
import { answerKey, type Task } from "../task.ts";

/** An answer and the folder it was worked out in; whoever shares it disposes of it after the last judge. */
interface AnswerInWorkspace extends AsyncDisposable {
  readonly answer: GeneratedAnswer;
  readonly workspace: Workspace | null;
}

/** Asks the model under test, or takes the answer that another judge's task has generated, or another run. */
export const generateAnswer = defineStage({
  name: "GenerateAnswer",
  requires: [],
  produces: ["response", "workspace"],
  usageKey: "answer_generation",
  skip: (_facts, { task }) => {
    const { abstention, answerForOwnStages = false } = task.options;
    return endsInVerdict(task) ||
      task.question.unusable !== undefined ||
      task.rubric !== null ||
      abstention ||
      answerForOwnStages ||
      task.turn !== undefined
      ? undefined
      : "there is nothing to judge an answer by";
  },
  async run(_facts, context) {
    const { services, task } = context;
    const { unusable } = task.question;
    if (unusable !== undefined) {
      const message = `The question cannot be evaluated as its file has it: ${unusable.reason}.`;
      throw new KareninaError("template_unreadable", message);
    }
    const { value, shared } = await services.answers.share(sharedKey(task), () => answerInWorkspace(context));
    const response = { ...value.answer, shared };
    const workspace = value.workspace === null ? null : { workspace: value.workspace, owned: isOwned(task) };
    const isLate = response.partial === "timeout";
    const scorable = isLate && task.options.partialTraceScoring && finalMessage(response.messages).ok;
    if (response.error !== undefined && !scorable) return { response, workspace, error: response.error };
    if (isLate && !scorable) {
      const error = new TransportError("timeout", "The answer was cut off by the time limit.");
      return { response, workspace, error };
    }
    if (response.unanswered === null) return { response, workspace };
    return { response, workspace, ruling: noAnswer(task, response.unanswered) };
  },
});

async function answerInWorkspace(context: StageContext): Promise<AnswerInWorkspace> {
  const taken = context.services.taken?.answerOf(context.task);
  if (taken !== undefined)
    return { answer: taken, workspace: null, [Symbol.asyncDispose]: async () => undefined };
  const workspace = await prepareWorkspace(context);
  try {
    const answer = await askAnsweringModel(context, workspace);
    return {
      answer,
      workspace,
      async [Symbol.asyncDispose]() {
        // the folder of a walk goes with the walk
        if (workspace === null || context.task.turn !== undefined) return;
        if (!isOwned(context.task)) await leaveTraces(workspace, persistedTraces(context.task, answer.trace));
        await workspace.release();
      },
    };
  } catch (error) {
    if (context.task.turn === undefined) await workspace?.release();
    throw error;
  }
}

/** Turns of several judges share an answer where all that the model is shown is the same. */
function sharedKey(task: Task): string {
  const { turn, answering, replicate } = task;
  if (turn?.shown === undefined || !turn.sharesAnswers || turn.number === 0) return answerKey(task);
  const { text, history, without } = turn.shown;
  const shown = sha256(JSON.stringify([answering.id, text, history, without]));
  return answerKey({ ...task, answering: { id: shown }, turn: { ...turn, number: 0 }, replicate });
}

/** Only one judge looks at the answer, so its task puts the workspace away. */
function isOwned({ options, turn }: Task): boolean {
  return turn === undefined && (options.workspaces?.judges ?? 1) === 1;
}
