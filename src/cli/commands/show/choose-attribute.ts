import { investigationsOf, listEvidence } from "../../../report/index.ts";
import type { VerificationResult } from "../../../result/index.ts";
import { usageError } from "../../failure.ts";
import { chooseName } from "./choose-name.ts";

/** The attributes and traits that a result has evidence for: quotations, reasoning, or an investigation. */
export function attributesWithEvidence(result: VerificationResult): readonly string[] {
  const named = [
    ...listEvidence(result).map(({ name }) => name),
    ...investigationsOf(result).flatMap(({ names }) => names),
  ];
  return [...new Set(named)];
}

/**
 * The attribute or trait that is meant, among those there is evidence for; undefined when none was given.
 *
 * @throws KareninaError `configuration` when none or several are meant, or there is no evidence at all.
 */
export function chooseAttribute(wanted: string | undefined, names: ReadonlySet<string>): string | undefined {
  if (wanted === undefined) return undefined;
  if (names.size === 0) {
    throw usageError(
      "--attribute: there is no evidence in what was chosen.",
      "Evidence comes from deep judgment and from judges that are agents; without --attribute the rest is shown.",
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
