import type { PairComparison } from "../../analysis/index.ts";
import { oneLine, percentText, pluralize, pointsText } from "../../base/index.ts";
import { rangeText } from "./difference-text.ts";

/** Pass rates of two sides as persons would find them, in one sentence or two; nothing without labels. */
export function correctedPassesText(
  { corrected }: Pick<PairComparison, "corrected">,
  { a, b }: { readonly a: string; readonly b: string },
  signs: { readonly rich: boolean },
): readonly string[] {
  if (corrected === null) return [];
  const { pairs, sameAnswers, labelledA, labelledB, rateA, rateB, difference } = corrected;
  const sides = [
    { name: oneLine(a), labelled: labelledA, rate: rateA },
    { name: oneLine(b), labelled: labelledB, rate: rateB },
  ];
  const dash = signs.rich ? "–" : "-";
  const counted = sides.map(({ name, labelled }) => `${labelled} of ${name}`).join(" and ");
  const rates = sides.flatMap(({ name, rate }) =>
    rate === null
      ? []
      : [
          `${name} passes ${percentText(rate.value)} % [${percentText(rate.interval.low)}${dash}${percentText(rate.interval.high)}]`,
        ],
  );
  const same =
    sameAnswers === 0
      ? ""
      : sameAnswers === pairs
        ? " All answers of both are the same: what differs is what judges say of them."
        : ` ${pluralize(sameAnswers, "answer")} of both ${sameAnswers === 1 ? "is" : "are"} the same.`;
  const told =
    difference === null
      ? "the difference is not known: it takes labels of answers of both, at least two of each."
      : `a difference of ${pointsText(difference.value, signs)} points ${rangeText(difference.interval, pointsText, signs)}.`;
  return [
    `By labels of persons, ${counted} (${pluralize(pairs, "answer")} each): ${[...rates, told].join(", ")}${same}`,
  ];
}
