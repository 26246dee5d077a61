import { isJsonObject, snakeCase } from "../../base/index.ts";
import { OwnUsage, type Usage } from "../../trace/index.ts";

/** Names that others give to what we count. */
const otherNames: { readonly [name: string]: readonly string[] } = {
  inputTokens: ["prompt_tokens", "promptTokens"],
  outputTokens: ["completion_tokens", "completionTokens"],
  costUsd: ["cost"],
};

const counted = Object.keys(OwnUsage.shape).map((name) => ({
  name,
  names: [name, snakeCase(name), ...(otherNames[name] ?? [])],
}));

/**
 * Tokens and cost as JSON tells them: by our names in either writing, or by those of OpenAI, as numbers or, as in CSV, as texts. What else
 * is counted is passed over, and so is what is no number.
 *
 * @example
 * toldCounts({ prompt_tokens: 12, cost: "0.01" }) // { inputTokens: 12, costUsd: 0.01 }
 */
export function toldCounts(said: unknown): Partial<Usage> {
  if (!isJsonObject(said)) return {};
  return Object.fromEntries(
    counted.flatMap(({ name, names }) => {
      const count = names.map((one) => numberIn(said[one])).find((one) => one !== undefined);
      return count === undefined ? [] : [[name, count]];
    }),
  );
}

function numberIn(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && !Number.isNaN(number) ? number : undefined;
}
