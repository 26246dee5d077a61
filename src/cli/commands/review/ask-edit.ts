import { harmlessText, KareninaError, oneLine, pluralize } from "../../../base/index.ts";
import {
  editQuestion,
  openReview,
  questionText,
  type Review,
  type TextProblem,
} from "../../../review/index.ts";
import { type CommandIo, print } from "../../command-io.ts";
import type { Prompts } from "../../interactive/prompts.ts";
import { openEditor } from "../../open-editor.ts";
import { wrapText } from "../../report/wrap-lines.ts";
import { editedText } from "./edited-text.ts";

/** Where questions are asked, and how wide what is shown may be. */
export interface Asking {
  readonly prompts: Prompts;
  readonly io: CommandIo;
  /** As it was given. */
  readonly file: string;
  readonly width: () => number;
}

/** What became of a question that was edited; `isEdited` false: it is as it was. */
export interface EditedQuestion {
  readonly review: Review;
  readonly id: string;
  readonly isEdited: boolean;
}

/** Opens a question's text in the user's editor until it can be read, or the user drops it. What was written is never lost: else it stays in its file. */
export async function askEdit(review: Review, id: string, asking: Asking): Promise<EditedQuestion> {
  const { prompts, io, file } = asking;
  const edited = await editedText(id);
  let base = review;
  let isKept = false;
  try {
    const before = await questionText(base, id);
    let text = before;
    let below: readonly string[] = [
      `Question ${id} of ${file}. Save, and close the editor; an empty text changes nothing.`,
    ];
    for (;;) {
      await edited.write(text, below);
      isKept = text !== before;
      await openEditor(edited.file, io.environment);
      text = await edited.read();
      isKept = text !== "" && text !== before;
      if (!isKept) return { review: base, id, isEdited: false };
      const outcome = await tried(base, id, text);
      if ("review" in outcome) {
        isKept = false;
        return { ...outcome, isEdited: true };
      }
      if ("changed" in outcome) {
        base = outcome.changed;
        await showText(
          "Somebody has changed this question meanwhile; it is now",
          await textOf(base, id),
          asking,
        );
      } else await showText("Nothing was written", problemLines(outcome.problems), asking);
      below =
        "changed" in outcome
          ? ["Somebody else has changed this question; saving takes yours."]
          : problemLines(outcome.problems);
      if (!(await prompts.yesOrNo({ message: "Edit your text again? No drops it.", initial: true }))) {
        isKept = false;
        return { review: base, id, isEdited: false };
      }
    }
  } finally {
    if (isKept) print(io, oneLine(`What you wrote is in ${edited.file}`));
    else await edited.remove();
  }
}

type Tried =
  | { readonly review: Review; readonly id: string }
  | { readonly problems: readonly TextProblem[] }
  | { readonly changed: Review };

async function tried(review: Review, id: string, text: string): Promise<Tried> {
  try {
    return await editQuestion(review, id, text);
  } catch (error) {
    if (!KareninaError.isInstance(error) || error.code !== "file_changed") throw error;
    const changed = await openReview(review.path);
    if (!changed.content.questions.some((question) => question.id === id)) throw error;
    return { changed };
  }
}

const textOf = async (review: Review, id: string) => (await questionText(review, id)).trimEnd().split("\n");

function problemLines(problems: readonly TextProblem[]): readonly string[] {
  return [
    `${pluralize(problems.length, "problem")}:`,
    ...problems.map(({ line, column, path, message }) =>
      [line === undefined ? "" : `line ${line}, column ${column}`, path, message].filter(Boolean).join(": "),
    ),
  ];
}

async function showText(title: string, lines: readonly string[], { prompts, width }: Asking): Promise<void> {
  await prompts.note(
    title,
    lines.flatMap((line) => {
      const indent = /^ */.exec(line)?.[0] ?? "";
      return wrapText(harmlessText(line), width() - indent.length).map((part) => indent + part);
    }),
  );
}
