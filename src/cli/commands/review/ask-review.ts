import { KareninaError, oneLine } from "../../../base/index.ts";
import {
  decideQuestion,
  openReview,
  type Review,
  type ReviewDecision,
  type ReviewQuestion,
  reviewQuestion,
} from "../../../review/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import type { Choice, Prompts } from "../../interactive/prompts.ts";
import { editorName } from "../../open-editor.ts";
import { wrapText } from "../../report/wrap-lines.ts";
import { type Asking, askEdit } from "./ask-edit.ts";
import { questionLines } from "./question-lines.ts";

type Action = ReviewDecision["decision"] | "edit" | "skip" | "back" | "quit";

/** How far somebody is, and what has been decided. */
interface Progress {
  review: Review;
  readonly ids: string[];
  at: number;
  readonly counts: { accepted: number; edited: number; rejected: number };
}

const widest = 100;

/** Shows question by question and asks what is to become of it. Each decision is in the file before the next is asked for. */
export async function askReview(
  review: Review,
  { ids, prompts, file, io }: { ids: readonly string[]; prompts: Prompts; file: string; io: CommandIo },
): Promise<ExitCode> {
  const width = () => Math.max(20, Math.min(widest, (io.stdout.columns ?? widest) - 8));
  const asking: Asking = { prompts, io, file, width };
  const now: Progress = { review, ids: [...ids], at: 0, counts: { accepted: 0, edited: 0, rejected: 0 } };
  let code: ExitCode = 0;
  try {
    while (now.at < now.ids.length && (await askQuestion(now, asking)));
  } catch (error) {
    if (!KareninaError.isInstance(error) || error.code !== "cancelled") throw error;
    code = 130;
  }
  for (const line of wrapText(oneLine(endText(now, file)), width() + 7)) print(io, line);
  return code;
}

function endText(now: Progress, file: string): string {
  const { accepted, edited, rejected } = now.counts;
  const done = [
    ...(accepted === 0 ? [] : [`${accepted} accepted`]),
    ...(edited === 0 ? [] : [`${edited} edited`]),
    ...(rejected === 0 ? [] : [`${rejected} rejected`]),
  ];
  const left = unfinished(now);
  return `${done.length === 0 ? "Nothing was decided" : done.join(", ")}: ${file}. ${
    left === 0
      ? `All ${now.ids.length} that were chosen are finished.`
      : `${left} of ${now.ids.length} ${left === 1 ? "is" : "are"} not finished; the same command goes on.`
  }`;
}

function unfinished({ review, ids }: Progress): number {
  const chosen = new Set(ids);
  return review.content.questions.filter(({ id, finished }) => chosen.has(id) && !finished).length;
}

/** Shows a question and does what is said; false ends the questions. */
async function askQuestion(now: Progress, asking: Asking): Promise<boolean> {
  const { prompts, width } = asking;
  const id = now.ids[now.at] ?? "";
  if (!now.review.content.questions.some((question) => question.id === id)) {
    await prompts.note("Gone", wrapText(`${id} is not in the file any more.`, width()));
    now.at += 1;
    return true;
  }
  const question = await reviewQuestion(now.review, id);
  const place = `${now.at + 1} of ${now.ids.length}, ${unfinished(now)} not finished`;
  const title = oneLine(`Question ${place}: ${id.length > 50 ? `${id.slice(0, 49)}…` : id}`);
  await prompts.note(title, questionLines(question, width()));
  const action = await prompts.choice(await whatNow(question, now, asking));
  if (action === "quit") return false;
  if (action === "skip") now.at += 1;
  else if (action === "back") now.at -= 1;
  else if (action === "edit") await edit(now, id, asking);
  else await decide(now, id, action, asking);
  return true;
}

async function whatNow({ finished, problems, draft }: ReviewQuestion, now: Progress, { io }: Asking) {
  const editor = await editorName(io.environment);
  const choices: readonly Choice<Action>[] = [
    ...(finished
      ? [{ value: "reopen" as const, label: "Take back", hint: "not finished: runs leave it out" }]
      : problems.length > 0
        ? []
        : [{ value: "accept" as const, label: "Accept", hint: "finished: runs take it" }]),
    { value: "edit", label: "Edit", hint: `its YAML, in ${editor ?? "your editor: EDITOR is not set"}` },
    { value: "reject", label: "Reject", hint: "its template is removed; it stays a draft" },
    { value: "note", label: "Add a note", hint: "for people: no model sees it" },
    { value: "skip", label: "Skip" },
    ...(now.at > 0 ? [{ value: "back" as const, label: "Back" }] : []),
    { value: "quit", label: "Quit", hint: "all that you decided is kept" },
  ];
  const speaksForIt = draft !== null && !draft.isEdited && draft.isBeyondDoubt;
  // what is chosen already would be chosen more often
  const initial: Action = !finished && problems.length === 0 && speaksForIt ? "accept" : "skip";
  return { message: "What now?", initial, choices };
}

async function decide(
  now: Progress,
  id: string,
  decision: ReviewDecision["decision"],
  asking: Asking,
): Promise<void> {
  const { prompts } = asking;
  const asks = { note: "Your note", reject: "Why? It is kept as a note" } as const;
  const note =
    decision === "note" || decision === "reject"
      ? await prompts.text({ message: asks[decision], whenEmpty: "nothing", check: () => undefined })
      : "";
  if (decision === "note" && note === "") return;
  try {
    now.review = await decideQuestion(now.review, id, { decision, note });
  } catch (error) {
    await showTrouble(error, now, asking);
    return;
  }
  if (decision === "accept") now.counts.accepted += 1;
  if (decision === "reject") now.counts.rejected += 1;
  if (decision === "accept" || decision === "reject") now.at += 1;
}

async function edit(now: Progress, id: string, asking: Asking): Promise<void> {
  try {
    const { review, id: given, isEdited } = await askEdit(now.review, id, asking);
    now.review = review;
    now.ids[now.at] = given;
    if (isEdited) now.counts.edited += 1;
  } catch (error) {
    await showTrouble(error, now, asking);
  }
}

/** What stood in the way of writing, such as a file that somebody has changed: it is read again, and what is asked goes on. */
async function showTrouble(error: unknown, now: Progress, { prompts, width }: Asking): Promise<void> {
  if (!KareninaError.isInstance(error) || error.code === "cancelled") throw error;
  now.review = await openReview(now.review.path).catch(() => now.review);
  const { message, hint = "" } = error;
  await prompts.note(
    "Nothing was written",
    [message, hint].flatMap((text) => wrapText(text, width())),
  );
}
