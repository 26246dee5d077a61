import { applicationProblems, type ModelConfig } from "../../config/index.ts";
import type { ModelInterface } from "../../models/definition/index.ts";
import { text } from "../option-values.ts";
import { askOptional, askValue } from "./ask-value.ts";
import type { Prompts } from "./prompts.ts";

/** Asks how a program or a service under test is reached; nothing of other interfaces. Keys are named as variables. */
export async function askApplication(prompts: Prompts, { takes }: ModelInterface): Promise<ModelConfig> {
  if (takes.command !== undefined) {
    const message = "Command line that starts it; $NAME stands for a variable";
    return { command: await askValue(prompts, { message }, (answer) => checked(answer, "command")) };
  }
  if (takes.http === undefined) return {};
  const message = "Its URL, and headers behind it; $NAME stands for a variable with a key";
  const http = await askValue(prompts, { message }, (answer) => checked(answer, "http"));
  const httpAnswer = await askOptional(
    prompts,
    {
      message: "Where the answer stands in its JSON, such as $.answer",
      whenEmpty: "the reply is the answer",
    },
    (answer) => checked(answer, "httpAnswer"),
  );
  return { http, ...(httpAnswer !== null && { httpAnswer }) };
}

function checked(answer: string, setting: "command" | "http" | "httpAnswer"): string {
  const [problem] = applicationProblems({ [setting]: text(answer) });
  if (problem !== undefined) throw new Error(problem.message);
  return answer;
}
