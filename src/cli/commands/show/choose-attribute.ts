import type { VerificationResult } from "../../../result/index.ts";
import { evidenceOf } from "../../evidence/evidence-item.ts";
import { usageError } from "../../failure.ts";
import { chooseName } from "./choose-name.ts";

/**
 * The attribute or trait that is meant, among those the results have evidence for; undefined when none was given.
 *
 * @throws KareninaError `configuration` when none or several are meant, or there is no evidence at all.
 */
export function chooseAttribute(
  wanted: string | undefined,
  results: readonly VerificationResult[],
): string | undefined {
  if (wanted === undefined) return undefined;
  const names = new Set(results.flatMap((result) => evidenceOf(result).map(({ name }) => name)));
  if (names.size === 0) {
    throw usageError(
      "--attribute: there is no evidence in what was chosen.",
      "Evidence comes from deep judgment; without --attribute the rest is shown.",
    );
  }
  const [chosen] = chooseName(wanted, {
    option: "--attribute",
    noun: "attribute or trait",
    among: [...names].map((name) => ({ key: name, names: [name] })),
    hint: `There is evidence for: ${[...names].join(", ")}.`,
  });
  return chosen;
}
