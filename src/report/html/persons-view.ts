import type { AspectCalibration, Calibration } from "../../analysis/index.ts";
import { aspectText, calibratedText } from "../text/calibration-text.ts";

/** A judge of a run against persons, each figure as text with its interval. */
export interface PersonsView {
  /** Name of the run. */
  readonly run: string;
  readonly judge: string;
  readonly raters: readonly string[];
  readonly rows: readonly {
    readonly judged: string;
    /** `field` or `trait`; empty where there is no other of the name. */
    readonly kind: string;
    readonly labelled: number;
    readonly answers: number;
    readonly raw: string;
    readonly corrected: string;
    readonly agreement: string;
  }[];
}

/** Fields with fewer labels have no line of their own, as in `karenina calibrate`. */
const fewLabels = 5;

/** What persons would find in place of the judges of a run; of what nobody labelled there is nothing. */
export function personsViews(
  run: string,
  { judges, labels }: Calibration,
  nameOf: (judge: string) => string,
): readonly PersonsView[] {
  return judges
    .map(({ judge, aspects }) => ({
      run,
      judge: nameOf(judge),
      raters: labels.raters,
      rows: aspects
        .filter(({ kind, labelled }) => labelled >= (kind === "field" ? fewLabels : 1))
        .map((aspect) => ({
          judged: aspectText(aspect),
          kind: aspect.kind === "field" || aspect.kind === "trait" ? aspect.kind : "",
          labelled: aspect.labelled,
          answers: aspect.answers,
          ...figuresOf(aspect),
        })),
    }))
    .filter(({ rows }) => rows.length > 0);
}

function figuresOf({ form, raw, predictionPowered, agreement }: AspectCalibration) {
  const isShare = form !== "number";
  // a figure without its interval is none
  const text = (figure: typeof predictionPowered | AspectCalibration["raw"], share: boolean) =>
    calibratedText(figure?.interval ? figure : null, share, { dash: "–" });
  return {
    raw: text(raw, isShare),
    corrected: text(predictionPowered, isShare),
    agreement: text(agreement, true),
  };
}
