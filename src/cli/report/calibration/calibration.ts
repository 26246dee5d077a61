import type { AspectCalibration, Calibration, JudgeCalibration } from "../../../analysis/index.ts";
import { oneLine, pluralize } from "../../../base/index.ts";
import { aspectText, calibratedText } from "../../../report/index.ts";
import { type Column, tableLines } from "../table.ts";
import { paint, roomOn, type Terminal } from "../terminal.ts";
import { wrapHanging } from "../wrap-lines.ts";

type Shown = Pick<Terminal, "rich" | "interactive" | "columns">;

/** Fields with fewer labels have no line of their own. */
const fewLabels = 5;

/** Judges against persons as text for people. Ends with a line end. */
export function renderCalibration(calibration: Calibration, terminal: Shown): string {
  const { labels, judges, compared, raters } = calibration;
  const dash = terminal.rich ? "–" : "-";
  const share = (figure: Parameters<typeof calibratedText>[0]) => calibratedText(figure, true, { dash });
  const number = (figure: Parameters<typeof calibratedText>[0]) => calibratedText(figure, false, { dash });
  const wrapped = (text: string) => wrapHanging(text, roomOn(terminal));
  const room = { width: roomOn(terminal) };
  const notes = [
    `${pluralize(labels.given, "label")} of ${pluralize(labels.answers, "answer")} by ${labels.raters.map((name) => oneLine(name) || "somebody").join(", ")}`,
    ...(labels.unsure > 0 ? [`${labels.unsure} times a rater could not say`] : []),
    ...(labels.blank > 0 ? [`${labels.blank} of the sample not labelled yet`] : []),
  ];
  const lines = [
    paint(terminal, "strong", "Labels"),
    ...wrapped(notes.join(", ")),
    ...judges.flatMap((judge) => judgeLines(judge)),
    ...(compared.length === 0
      ? []
      : ["", paint(terminal, "strong", "Judges on the same labels"), ...comparedLines()]),
    ...(raters.length === 0
      ? []
      : ["", paint(terminal, "strong", "Raters among themselves"), ...raterLines()]),
  ];
  return `${lines.join("\n")}\n`;

  function judgeLines({ run, judge, aspects: all }: JudgeCalibration): readonly string[] {
    const isShown = ({ kind, labelled }: AspectCalibration) => !(kind === "field" && labelled < fewLabels);
    const aspects = all.filter(isShown);
    const hidden = all.length - aspects.length;
    const of = judges.some((other) => other.run !== run) ? ` in ${oneLine(run)}` : "";
    const wrong = all.filter(({ kind }) => kind !== "fields").flatMap((aspect) => disagreementLines(aspect));
    const more = aspects.flatMap((aspect) => moreTexts(aspect)).flatMap(wrapped);
    return [
      "",
      paint(terminal, "strong", `${oneLine(judge)}${of} against persons`),
      ...tableLines(
        ["", "agree", terminal.rich ? "κ" : "kappa", "passes\nwhat is right", "fails\nwhat is wrong"].map(
          columnOf,
        ),
        aspects.map((one) => [
          aspectText(one),
          share(one.agreement),
          number(one.kappa),
          share(one.truePositive),
          share(one.trueNegative),
        ]),
        room,
      ),
      "",
      paint(terminal, "strong", "What persons would find"),
      ...tableLines(
        ["", "labels", "judge", "Rogan-Gladen", "prediction-powered"].map(columnOf),
        aspects.map((one) => {
          const text = one.form === "number" ? number : share;
          const labelled = `${one.labelled}/${one.answers}`;
          return [
            aspectText(one),
            labelled,
            text(one.raw),
            text(one.roganGladen),
            text(one.predictionPowered),
          ];
        }),
        room,
      ),
      ...more,
      ...(hidden === 0
        ? []
        : wrapped(
            `${pluralize(hidden, "field")} with fewer than ${fewLabels} labels: only in "all fields", and in --json.`,
          )),
      ...(wrong.length === 0 ? [] : ["", paint(terminal, "strong", "Where they differ"), ...wrong]),
    ];
  }

  function moreTexts({ kind, name, predictionPowered, open }: AspectCalibration): readonly string[] {
    const what = aspectText({ kind, name });
    const tied =
      open === 0
        ? []
        : [
            `${what}: ${pluralize(open, "answer")} on which raters are divided or unsure ${open === 1 ? "is" : "are"} in no figure.`,
          ];
    if (kind !== "verdict" || predictionPowered === null) return tied;
    const { moreLabels } = predictionPowered;
    const needed =
      moreLabels === null
        ? "More labels alone would not halve its interval: it takes more questions."
        : `${pluralize(moreLabels, "more label")} would halve its interval.`;
    return [...tied, `${what}: ${needed}`];
  }

  function disagreementLines(aspect: AspectCalibration): readonly string[] {
    return aspect.disagreements.flatMap(({ question, persons, judge, read, expected, evidence }) => {
      const said = persons.map(
        ({ rater, value, note }) =>
          `${oneLine(rater) || "somebody"} ${wordOf(value)}${note === "" ? "" : ` (${oneLine(note)})`}`,
      );
      const parts = [
        `judge ${wordOf(judge)}, ${said.join(", ")}`,
        ...(read === null
          ? []
          : [`read ${short(read)}${expected === null ? "" : `, expected ${short(expected)}`}`]),
        ...(evidence === null ? [] : [`evidence: ${short(evidence)}`]),
      ];
      return wrapped(`${aspectText(aspect)}: ${short(question)}: ${parts.join("; ")}`);
    });
  }

  function comparedLines(): readonly string[] {
    return compared.flatMap((one) =>
      wrapped(
        `${aspectText(one)}: ${oneLine(one.first)} is right on ${one.firstRight} of ${pluralize(one.answers, "answer")}, ${oneLine(one.second)} on ${one.secondRight}; only the first on ${one.onlyFirst}, only the second on ${one.onlySecond} (McNemar, exact, p = ${one.pValue.toFixed(3)}).`,
      ),
    );
  }

  function raterLines(): readonly string[] {
    const sign = terminal.rich ? "α" : "alpha";
    return raters.flatMap((one) => [
      ...wrapped(
        `${aspectText(one)}: they differ on ${one.differing} of ${pluralize(one.answers, "answer")}, Krippendorff's ${sign} ${number(one.krippendorffAlpha)}`,
      ),
      ...one.examples.flatMap(({ question, persons }) => {
        const said = persons.map(({ rater, value }) => `${oneLine(rater)} ${wordOf(value)}`);
        return wrapped(`${short(question)}: ${said.join(", ")}`);
      }),
    ]);
  }
}

const columnOf = (title: string, at: number): Column => ({ title, align: at === 0 ? "left" : "right" });

const wordOf = (value: boolean | number | string): string =>
  typeof value === "boolean" ? (value ? "yes" : "no") : oneLine(String(value));

const longestQuote = 80;

function short(text: string): string {
  const line = oneLine(text);
  return line.length > longestQuote ? `${line.slice(0, longestQuote - 1)}…` : line;
}
