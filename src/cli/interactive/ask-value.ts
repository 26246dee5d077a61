import { messageOf } from "../../base/index.ts";
import type { Prompts, TextQuestion } from "./prompts.ts";

/** Reads an answer as a flag's value is read; throws what is wrong with it. */
type Read<Value> = (answer: string) => Value;

/** Asks until the answer can be read. */
export async function askValue<Value>(
  prompts: Prompts,
  question: TextQuestion,
  read: Read<Value>,
): Promise<Value> {
  return read(await prompts.text({ ...question, check: (answer) => problemOf(answer, read) }));
}

/** The same for an answer that may be left empty, which is null. */
export async function askOptional<Value>(
  prompts: Prompts,
  question: TextQuestion,
  read: Read<Value>,
): Promise<Value | null> {
  const answer = await prompts.text({
    ...question,
    check: (text) => (text === "" ? undefined : problemOf(text, read)),
  });
  return answer === "" ? null : read(answer);
}

function problemOf(answer: string, read: Read<unknown>): string | undefined {
  try {
    read(answer);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
