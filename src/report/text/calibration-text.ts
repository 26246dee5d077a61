import type { AspectCalibration, Calibration } from "../../analysis/index.ts";
import { oneLine, percentText } from "../../base/index.ts";

/** How figures are written. */
interface Signs {
  readonly dash: string;
}

type Figure = {
  readonly value: number | null;
  readonly interval: { readonly low: number; readonly high: number } | null;
};

/** `82 % [59–94]`; of a mean `3.4 [3.1–3.8]`. */
export function calibratedText(figure: Figure | null, isShare: boolean, { dash }: Signs): string {
  if (figure === null || figure.value === null) return dash;
  const text = (value: number) =>
    isShare ? percentText(value) : value.toFixed(2).replace(/^-0\.00$/, "0.00");
  const { interval } = figure;
  const range = interval === null ? "" : ` [${text(interval.low)}${dash}${text(interval.high)}]`;
  return `${text(figure.value)}${isShare ? " %" : ""}${range}`;
}

/** What is judged, in a word or two. */
export const aspectText = ({ kind, name }: Pick<AspectCalibration, "kind" | "name">): string =>
  kind === "verdict" ? "verdict" : oneLine(name);

/** For each judge what persons would find in place of its verdicts, in one sentence; nothing of a judge whose verdicts nobody labelled. */
export function correctedTexts({ judges }: Calibration, signs: Signs): readonly string[] {
  return judges.flatMap(({ judge, aspects }) =>
    aspects
      .filter(({ kind, predictionPowered }) => kind === "verdict" && predictionPowered !== null)
      .map((verdict) => {
        const { labelled, answers, raw, roganGladen, predictionPowered, agreement } = verdict;
        const other =
          roganGladen === null ? "" : `; by Rogan and Gladen ${calibratedText(roganGladen, true, signs)}`;
        return `By ${labelled} of ${answers} answers that persons labelled, passes are ${calibratedText(predictionPowered, true, signs)}${other}, where ${oneLine(judge)} says ${calibratedText(raw, true, signs)} and agrees with them on ${calibratedText(agreement, true, signs)}.`;
      }),
  );
}
