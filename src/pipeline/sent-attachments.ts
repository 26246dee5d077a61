import { attachedText } from "../prompt/index.ts";
import type { Block, Message } from "../trace/index.ts";
import type { AnsweringModel } from "./models.ts";
import { takesFilesInFolder } from "./prepare-workspace.ts";
import type { Task } from "./task.ts";

/**
 * Messages as the model under test is sent them: attachments with their bytes, for applications also with where they stand. A
 * text file stands in the message itself, which every model reads; what an agent finds in its folder is left out.
 *
 * @throws KareninaError `file_unreadable` for a file that has changed since the run began.
 */
export function withAttachments(
  messages: readonly Message[],
  { attachments: own = [], answering, turn }: Pick<Task, "attachments" | "answering" | "turn">,
): readonly Message[] {
  const attachments = [...own, ...(turn?.shown?.otherFiles ?? [])];
  if (attachments.length === 0) return messages;
  const sent = (block: Block): readonly Block[] => {
    if (block.type !== "file") return [block];
    const found = attachments.find(({ name, sha256 }) => name === block.name && sha256 === block.sha256);
    if (found === undefined || takesFilesInFolder(answering)) return [];
    const data = found.read();
    if (isApplication(answering)) return [{ ...block, data, ...(found.path && { path: found.path }) }];
    return [
      block.mediaType.startsWith("text/")
        ? { type: "text", text: attachedText(block.name, data) }
        : { ...block, data },
    ];
  };
  return messages.map((message) => ({ ...message, content: message.content.flatMap(sent) }));
}

const isApplication = ({ connection }: AnsweringModel): boolean =>
  connection.kind === "agent" && connection.takesFiles === true;
