import { isJsonObject, type JsonValue, snakeCase } from "../../base/index.ts";
import { OwnUsage, type Usage } from "../../trace/index.ts";
import { WrongReply } from "../replies/index.ts";

const otherNames: { readonly [name: string]: string } = {
  inputTokens: "prompt_tokens",
  outputTokens: "completion_tokens",
  costUsd: "cost",
};

/**
 * Tokens and cost of a service: by our names in either writing, or by those of OpenAI. What else it counts is passed over.
 *
 * @throws WrongReply for what is no object.
 */
export function readUsage(found: JsonValue): Partial<Usage> {
  if (!isJsonObject(found)) throw new WrongReply("its usage is no object");
  return Object.fromEntries(
    Object.keys(OwnUsage.shape).flatMap((name) => {
      const names = [name, snakeCase(name), otherNames[name] ?? name];
      const count = names.map((one) => found[one]).find((value) => typeof value === "number");
      return count === undefined ? [] : [[name, count]];
    }),
  );
}
