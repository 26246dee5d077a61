import { KareninaError } from "../../base/index.ts";
import type { ResolvedConfig } from "../../config/index.ts";
import type { ResolvedModel } from "../../models/definition/index.ts";
import type { BudgetLimits } from "../../run/index.ts";
import { priceListOf, priceOfCalls } from "./model-layers.ts";

/** What a run may spend, as its settings say. */
export const budgetOf = ({ maxCost, maxTotalTokens, maxCalls }: ResolvedConfig): BudgetLimits => ({
  ...(maxCost !== null && { costUsd: maxCost }),
  ...(maxTotalTokens !== null && { tokens: maxTotalTokens }),
  ...(maxCalls !== null && { calls: maxCalls }),
});

/**
 * Refuses a limit of cost where a model is asked whose cost nobody could tell.
 *
 * @param models those that are asked
 * @throws KareninaError `configuration` that names them all and says how to give prices.
 */
export async function refuseUnpriced(
  { maxCost }: Pick<ResolvedConfig, "maxCost">,
  models: Iterable<ResolvedModel>,
): Promise<void> {
  if (maxCost === null) return;
  const unpriced = new Set<string>();
  for (const model of models) if (!(await hasPrice(model))) unpriced.add(model.modelName);
  if (unpriced.size === 0) return;
  const names = [...unpriced].map((name) => JSON.stringify(name));
  throw new KareninaError(
    "configuration",
    `\`maxCost\` cannot be kept: nobody knows the price of ${names.join(", ")}.`,
    {
      hint: `Give it in US dollars per million tokens, 0 where nothing is paid: a file for --prices with prices: { ${names[0]}: { input: 1, output: 2 } }, or the setting \`prices\` of the model.`,
    },
  );
}

/**
 * Says of models whose calls are priced by the built-in table which those are, and of which day the prices are.
 *
 * @param models those that are asked
 */
export async function listPriceNotes(models: Iterable<ResolvedModel>): Promise<readonly string[]> {
  const { priceSource } = await import("../../models/prices/index.ts");
  const names = new Map<string, Set<string>>();
  for (const model of models) {
    if (model.prices !== null || model.reachedBy.tellsCost === true || model.httpUsage !== null) continue;
    const found = priceSource(await priceListOf(model), model.modelName);
    if (found === undefined) continue;
    const where = `as ${found.source} had them on ${found.read}`;
    names.set(where, (names.get(where) ?? new Set()).add(model.modelName));
  }
  return Array.from(names, ([where, of]) => `Prices of ${[...of].join(", ")}: ${where}.`);
}

/** What is here already, or runs here, costs nothing; some tell their cost with each reply. */
async function hasPrice(model: ResolvedModel): Promise<boolean> {
  const { reachedBy, innerInterface } = model;
  if (innerInterface.reached === "here" && reachedBy.application !== true) return true;
  if (reachedBy.tellsCost === true || model.httpUsage !== null) return true;
  const price = await priceOfCalls(model);
  return price({ inputTokens: 1, outputTokens: 1, totalTokens: 2 }) !== undefined;
}
