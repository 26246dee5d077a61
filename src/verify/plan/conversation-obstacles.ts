import {
  attachmentName,
  conversationJson,
  type FoundAttachment,
  type Question,
} from "../../benchmark/index.ts";
import type { ResolvedConfig } from "../../config/index.ts";
import type { ResolvedModel } from "../../models/definition/index.ts";
import { filledPlaces } from "../../models/http-application/index.ts";
import type { QuestionName } from "../rubrics/plan-rubrics.ts";

/**
 * What questions hold that a model under test would never be told, each with model and question: an interface that does not take
 * a file, a request that has no place for it.
 *
 * @param found the attachments by their question
 */
export function conversationObstacles(
  questions: readonly Question[],
  { answeringModels, workspaceCopy }: Pick<ResolvedConfig, "answeringModels" | "workspaceCopy">,
  found: ReadonlyMap<Question, readonly FoundAttachment[]>,
  nameOf: QuestionName,
): readonly string[] {
  const place = (question: Question) => {
    const name = nameOf(question);
    return name === question.id ? `question ${name}` : name;
  };
  return answeringModels.flatMap((model) => {
    const places = model.http === null ? null : filledPlaces(model);
    return [
      ...ambiguousTexts(model, questions, nameOf),
      ...questions.flatMap((question) =>
        [
          ...(places === null ? [] : unsentParts(places, question)),
          ...untakenFiles(model, found.get(question) ?? []),
          ...unplacedFiles(model, question, workspaceCopy),
        ].map((problem) => `${model.id} (${model.interface}), ${place(question)}: ${problem}`),
      ),
    ];
  });
}

/** Prepared answers are found by the text of the question alone. */
function ambiguousTexts(
  { id, manualTracesPath, reachedBy }: ResolvedModel,
  questions: readonly Question[],
  nameOf: QuestionName,
): readonly string[] {
  if (manualTracesPath === null) return [];
  const byText = Map.groupBy(questions, ({ question }) => question);
  return [...byText.values()].flatMap((alike) => {
    const conversations = new Set(alike.map((question) => JSON.stringify(conversationJson(question))));
    if (conversations.size === 1) return [];
    const ids = alike.map(nameOf).join(", ");
    return [
      `${id} (${reachedBy.name}): prepared answers are found by the question's text, which ${ids} share`,
    ];
  });
}

/** What a request has no place for; only a body has one for lists. */
function unsentParts(
  places: ReadonlySet<string>,
  { messages, systemPrompt, attachments = [] }: Question,
): readonly string[] {
  return [
    ...(messages === undefined || places.has("messages")
      ? []
      : [
          'what was said before the question has no place in the request; add "{{messages}}" to `http_body` as a text of its own',
        ]),
    ...(systemPrompt === undefined || places.has("messages") || places.has("system")
      ? []
      : ["its system prompt has no place in the request; add {{system}} or {{messages}} to `http_body`"]),
    ...(attachments.length === 0 || places.has("messages") || places.has("attachments")
      ? []
      : [
          `the attachments ${attachments.map(attachmentName).join(", ")} have no place in the request; add "{{attachments}}" or "{{messages}}" to \`http_body\` as a text of its own`,
        ]),
  ];
}

function untakenFiles(
  { reachedBy }: ResolvedModel,
  attachments: readonly FoundAttachment[],
): readonly string[] {
  if (reachedBy.application === true || reachedBy.tier === "deep_agent") return [];
  const { mediaTypes = [] } = reachedBy;
  const isTaken = (type: string) =>
    type.startsWith("text/") ||
    mediaTypes.some((taken) => taken === type || (taken === "image/*" && type.startsWith("image/")));
  return attachments
    .filter(({ mediaType }) => !isTaken(mediaType))
    .map(({ name: file, mediaType }) => {
      const takes = ["text", ...mediaTypes.map((taken) => (taken === "image/*" ? "pictures" : "PDF"))].join(
        ", ",
      );
      return `the attachment ${file} is ${mediaType}; this interface takes ${takes}`;
    });
}

/** The folder of a question that is worked in in place is its user's: nothing is put there. */
function unplacedFiles(
  { reachedBy }: ResolvedModel,
  { attachments, workspacePath }: Question,
  workspaceCopy: boolean,
): readonly string[] {
  if (reachedBy.tier !== "deep_agent" || workspaceCopy || workspacePath === undefined) return [];
  return (attachments ?? []).map(
    (attachment) =>
      `the attachment ${attachmentName(attachment)} would be written into its own folder ${workspacePath}, which is used in place; set \`workspace_copy\`, or put the file there`,
  );
}
