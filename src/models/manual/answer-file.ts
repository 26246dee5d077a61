import * as z from "zod";
import { AnyJsonObject, md5 } from "../../base/index.ts";
import type { Block, Message } from "../../trace/index.ts";

const StoredBlock = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text: z.string() }),
  z.strictObject({ type: z.literal("thinking"), thinking: z.string(), signature: z.string().optional() }),
  z.strictObject({ type: z.literal("tool_use"), id: z.string(), name: z.string(), input: AnyJsonObject }),
  z.strictObject({
    type: z.literal("tool_result"),
    tool_use_id: z.string(),
    content: z.string(),
    is_error: z.boolean().default(false),
  }),
]);

/** A message as stored: its content as text or blocks, or the flat form with calls and result beside the text. */
const StoredMessage = z.object({
  role: z.enum(["system", "user", "assistant", "tool"]),
  content: z.union([z.string(), z.array(StoredBlock)]).default(""),
  thinking: z.object({ thinking: z.string(), signature: z.string().optional() }).nullish(),
  tool_calls: z.array(z.object({ id: z.string(), name: z.string(), input: AnyJsonObject })).nullish(),
  tool_result: z.object({ tool_use_id: z.string(), is_error: z.boolean().default(false) }).nullish(),
});
type StoredMessage = z.infer<typeof StoredMessage>;

/** A recorded answer: its text, or everything the answering side said and did. */
export const RecordedAnswer = z.union([
  z.string().refine((text) => text.trim() !== "", "the answer is empty"),
  z.array(StoredMessage).min(1, "the message list is empty"),
]);
export type RecordedAnswer = z.infer<typeof RecordedAnswer>;

const questionKey = z
  .string()
  .regex(/^[0-9a-f]{32}$/, "the key is not the MD5 of a question: 32 of 0-9 and a-f");

/** Answers by the MD5 of the question's text. */
const KeyedAnswers = z
  .record(questionKey, RecordedAnswer)
  .refine((answers) => Object.keys(answers).length > 0, "the file holds no answers");

/** Answers beside their questions. */
const QuestionAnswers = z.strictObject({
  answers: z.array(z.strictObject({ question: z.string().min(1), answer: RecordedAnswer })).min(1),
});

/** A file of recorded answers in either form, as answers by question key. */
export const AnswerFile = z.unknown().transform((value, context): ReadonlyMap<string, RecordedAnswer> => {
  const listed = typeof value === "object" && value !== null && "answers" in value;
  const parsed = listed
    ? QuestionAnswers.transform(({ answers }) =>
        answers.map(({ question, answer }) => [md5(question), answer] as const),
      )
    : KeyedAnswers.transform((answers) => Object.entries(answers));
  const result = parsed.safeParse(value);
  if (result.success) return new Map(result.data);
  for (const issue of result.error.issues) {
    context.addIssue({ code: "custom", path: issue.path, message: issueText(issue) });
  }
  return z.NEVER;
});

const issueText = (issue: z.core.$ZodIssue) =>
  issue.code === "invalid_key" ? (issue.issues[0]?.message ?? issue.message) : issue.message;

function blocksOf(message: StoredMessage): Block[] {
  const { content, thinking, tool_result: result } = message;
  const stored = typeof content === "string" ? [] : content;
  const text = typeof content === "string" ? content : "";
  const calls = (message.tool_calls ?? []).map((call): Block => ({ type: "tool_use", ...call }));
  return [
    ...(thinking ? [thinkingBlock(thinking)] : []),
    ...stored.map(blockOf),
    ...(result
      ? [
          {
            type: "tool_result" as const,
            toolUseId: result.tool_use_id,
            content: text,
            isError: result.is_error,
          },
        ]
      : text === ""
        ? []
        : [{ type: "text" as const, text }]),
    ...calls,
  ];
}

const thinkingBlock = ({
  thinking,
  signature,
}: {
  thinking: string;
  signature?: string | undefined;
}): Block => ({
  type: "thinking",
  thinking,
  ...(signature === undefined ? {} : { signature }),
});

function blockOf(block: z.infer<typeof StoredBlock>): Block {
  if (block.type === "thinking") return thinkingBlock(block);
  if (block.type !== "tool_result") return block;
  return {
    type: "tool_result",
    toolUseId: block.tool_use_id,
    content: block.content,
    isError: block.is_error,
  };
}

/** The messages of the answering side: system messages and the first user message, the question, are left out. */
export function messagesOf(answer: RecordedAnswer): readonly Message[] {
  if (typeof answer === "string") return [{ role: "assistant", content: [{ type: "text", text: answer }] }];
  const question = answer.findIndex((message) => message.role === "user");
  return answer
    .filter((message, index) => message.role !== "system" && index !== question)
    .map((message) => ({ role: message.role, content: blocksOf(message) }));
}
