import { useState } from "react";
import { costFormat, formatCount, pointsText, pText } from "../../src/base/number-text.ts";
import type { ReportSummary } from "../../src/report/index.ts";
import { durationText } from "../parts/duration-text.ts";
import { countedText, countText } from "../parts/rate-text.ts";
import { Section } from "../parts/section.tsx";
import { PlainText, visibleText } from "../parts/value.tsx";
import { noFilters, placeAddress } from "../state/place.ts";
import { ComparedWalks } from "./compared-walks.tsx";
import { Difference } from "./difference.tsx";
import { leadingSide, mostSubjects, pairsOf } from "./shown-subjects.ts";

type View = NonNullable<ReportSummary["comparison"]>;
type Pair = View["pairs"][number];
type Measure = Pair["measures"][number];

const signs = { rich: true } as const;
/** Of more pairs those with one side are shown. */
const mostPairs = 15;

/** Models, or runs, side by side: how they differ in pass rate, whether that may be chance, and on which questions. */
export function ComparisonSection({ comparison }: { readonly comparison: View | null }) {
  const [chosen, setChosen] = useState<string>();
  const [isWhole, setWhole] = useState(false);
  const pairs = comparison?.pairs.filter(isCompared) ?? [];
  if (comparison === null || pairs.length === 0) return null;
  const isOfWalks = pairs.every(
    ({ matched, unmatchedA, unmatchedB, walks }) => walks !== null && matched + unmatchedA + unmatchedB === 0,
  );
  const hasVerdicts = pairs.some(({ passes }) => passes.difference !== null);
  const ends = pairs.flatMap(({ passes: { difference, interval } }) => [
    difference ?? 0,
    interval?.low ?? 0,
    interval?.high ?? 0,
  ]);
  const most = ends.reduce((so, end) => Math.max(so, Math.abs(end)), 0.05);
  const isMany = pairs.length > mostPairs;
  const side = (isMany ? (chosen ?? leadingSide(pairs, comparison.sides)) : undefined) ?? null;
  const ofSide = side === null ? pairs : pairsOf(pairs, side);
  const listed = isMany && !isWhole ? ofSide.slice(0, mostSubjects) : ofSide;
  return (
    <Section
      id="comparison"
      title="Comparison"
      about={
        isOfWalks
          ? `Walks over the scenarios and replicates that both have: successful are those that completed with no criterion false.${comparison.families === "" ? "" : ` p is by Holm's method over ${comparison.families}.`}`
          : `Difference of ${hasVerdicts ? "pass rates" : "traits"} over the questions and replicates that both have, ${hasVerdicts ? "" : "shares "}in points, with its ${Math.round(comparison.level * 100)} % interval.${comparison.families === "" ? "" : ` p is by Holm's method over ${comparison.families}.`}`
      }
    >
      {comparison.cautions.map((caution) => (
        <p className="bad sentence" key={caution}>
          <PlainText text={caution} />
        </p>
      ))}
      {side !== null && (
        <>
          <p>
            <PlainText text={side} /> and {countedText(ofSide.length, "other")}, the strongest first, of{" "}
            {countText(pairs.length)} pairs in all.
          </p>
          <label className="order">
            Compare{" "}
            <select value={side} onChange={({ target }) => setChosen(target.value)}>
              {comparison.sides.map((name) => (
                <option key={name} value={name}>
                  {visibleText(name)}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
      {listed.map((pair) => (
        <div className="compared" key={`${pair.a} ${pair.b}`}>
          <h3>
            <PlainText text={pair.b} /> <span className="soft">against</span> <PlainText text={pair.a} />
          </h3>
          {pair.passes.difference !== null && (
            <>
              <Difference value={pair.passes.difference} interval={pair.passes.interval} most={most} />
              <p className="difference-number">
                <b>{pointsText(pair.passes.difference, signs)}</b>{" "}
                <span className="soft">
                  {pair.passes.interval !== null &&
                    `[${pointsText(pair.passes.interval.low, signs)} to ${pointsText(pair.passes.interval.high, signs)}]`}
                </span>
              </p>
            </>
          )}
          <div className="compared-more">
            {pair.cautions.map((caution) => (
              <p className="bad" key={caution}>
                <PlainText text={caution} />
              </p>
            ))}
            {pair.apart === null && pair.matched > 0 && (
              <p>{pair.passes.difference === null ? matchedText(pair) : toldText(pair, comparison.alpha)}</p>
            )}
            {pair.corrected.map((text) => (
              <p key={text}>
                <PlainText text={text} />
              </p>
            ))}
            <Changed
              title="Broken"
              about={visibleText(`passed by ${pair.a}, not by ${pair.b}`)}
              changed={pair.broken}
            />
            <Changed
              title="Mended"
              about={visibleText(`passed by ${pair.b}, not by ${pair.a}`)}
              changed={pair.mended}
            />
            <Measures pair={pair} />
          </div>
          {pair.walks !== null && <ComparedWalks walks={pair.walks} a={pair.a} b={pair.b} />}
        </div>
      ))}
      {listed.length < ofSide.length && (
        <button type="button" className="plain-button" onClick={() => setWhole(true)}>
          All {countText(ofSide.length)}
        </button>
      )}
    </Section>
  );
}

/** Something of both sides was compared, verdicts or traits, or it is said why nothing was. */
const isCompared = ({ passes, apart, matched, traits, classes, measures, walks }: Pair): boolean =>
  walks !== null ||
  apart !== null ||
  matched === 0 ||
  passes.difference !== null ||
  [...traits, ...classes].some(({ difference }) => difference !== null) ||
  measures.some(({ kind }) => kind === "trait");

/** Of sides without a verdict in common. */
function matchedText({ matched, ...pair }: Pair): string {
  const unmatched = pair.unmatchedA + pair.unmatchedB;
  const lonely = unmatched > 0 ? ` ${countedText(unmatched, "result")} had nothing to be matched with.` : "";
  return `${countedText(matched, "result")} of each are compared by their traits; there is no verdict.${lonely}`;
}

function toldText({ passes, ...pair }: Pair, alpha: number): string {
  const { onlyA, onlyB, pairs, test, minimumDetectableEffect, clustersMissing } = passes;
  const unmatched = pair.unmatchedA + pair.unmatchedB;
  const without = pair.withoutVerdictA + pair.withoutVerdictB + pair.withoutVerdictBoth;
  const p = test?.adjustedP;
  const isTold = p !== undefined && p <= alpha;
  return [
    `Of ${countedText(pairs, "pair")} ${countText(onlyB)} better and ${countText(onlyA)} worse${p === undefined ? "" : `, ${pText(p)}`}: ${
      isTold ? "chance alone would hardly do that." : "these results cannot tell them apart."
    }`,
    ...(!isTold && minimumDetectableEffect !== null
      ? [`So many questions would show a difference of ${(minimumDetectableEffect * 100).toFixed(0)} points.`]
      : []),
    ...(!isTold && clustersMissing !== null && clustersMissing > 0
      ? [`One like this takes about ${formatCount(clustersMissing)} more questions.`]
      : []),
    ...(without > 0
      ? [
          `${countedText(without, "pair")} without a verdict on one side or both ${without === 1 ? "is" : "are"} left out.`,
        ]
      : []),
    ...(unmatched > 0 ? [`${countedText(unmatched, "result")} had nothing to be matched with.`] : []),
  ].join(" ");
}

function Changed({
  title,
  about,
  changed: { count, distinct, each, questions },
}: {
  readonly title: string;
  readonly about: string;
  readonly changed: Pair["broken"];
}) {
  if (count === 0) return null;
  return (
    <details>
      <summary>
        {title}: {countedText(distinct, "question")}
        {each === "" ? "" : ` (${countText(count)} counting each ${each})`}{" "}
        <span className="soft">{about}</span>
      </summary>
      <ul className="changed">
        {questions.map(({ questionId, questionText, answering, parsing, expected, a, b }) => (
          <li key={JSON.stringify([questionId, answering, parsing])}>
            <a href={placeAddress({ filters: { ...noFilters, question: questionId } })}>
              <PlainText text={questionText} />
            </a>{" "}
            <span className="soft">
              <PlainText
                text={[
                  ...(answering === null ? [] : [answering]),
                  ...(parsing === null ? [] : [`judged by ${parsing}`]),
                ]
                  .map((who) => `${who}, `)
                  .join("")}
              />
              {expected !== null && (
                <>
                  expected <PlainText text={expected} />;{" "}
                </>
              )}
              {a && `${a.passed} of ${a.of} to `}
              {b && `${b.passed} of ${b.of}`}
              {b?.reason && (
                <>
                  : <PlainText text={b.reason} />
                </>
              )}
            </span>
          </li>
        ))}
        {count > questions.length && <li className="soft">and {countText(count - questions.length)} more</li>}
      </ul>
    </details>
  );
}

/** Not those of traits: they are named by whoever made them. */
const measureNames: ReadonlyMap<string, string> = new Map([
  ["granular_score", "partial credit"],
  ["cost_usd", "cost per result"],
  ["judging_cost_usd", "cost of judging per result"],
  ["judging_seconds", "time of judging per result"],
  ["seconds", "time per result"],
  ["answer_tokens", "tokens of answers"],
  ["judge_tokens", "tokens of judging"],
]);

const nameOf = ({ kind, name }: Measure): string =>
  (kind === "trait" ? undefined : measureNames.get(name)) ?? name;

function Measures({ pair: { a, b, passes, measures, traits, classes } }: { readonly pair: Pair }) {
  const shares = classes.map(({ trait, label, ...share }) => ({
    ...share,
    name: `${trait}: ${label}`,
    test: null,
  }));
  const shown = [...traits, ...shares].filter(({ difference }) => difference !== null);
  if (measures.length === 0 && shown.length === 0) return null;
  return (
    <details open={passes.difference === null}>
      <summary>Traits, cost, time and tokens</summary>
      <div className="scroll-x">
        <table className="measures">
          <thead>
            <tr>
              <th scope="col">mean</th>
              <th scope="col">
                <PlainText text={a} />
              </th>
              <th scope="col">
                <PlainText text={b} />
              </th>
              <th scope="col">difference</th>
              <th scope="col">p</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, rateA, rateB, difference, interval, test }) => (
              <tr key={`trait ${name}`}>
                <th scope="row">
                  <PlainText text={name} />
                </th>
                <td data-label={visibleText(a)}>{((rateA ?? 0) * 100).toFixed(0)} %</td>
                <td data-label={visibleText(b)}>{((rateB ?? 0) * 100).toFixed(0)} %</td>
                <td data-label="difference">
                  {pointsText(difference ?? 0, signs)}{" "}
                  {interval && `[${pointsText(interval.low, signs)} to ${pointsText(interval.high, signs)}]`}
                </td>
                <td>{test === null ? "" : pText(test.adjustedP)}</td>
              </tr>
            ))}
            {measures.map((measure) => (
              <tr key={`${measure.kind} ${measure.name}`}>
                <th scope="row">
                  <PlainText text={nameOf(measure)} />
                </th>
                <td data-label={visibleText(a)}>{amountText(measure, measure.meanA)}</td>
                <td data-label={visibleText(b)}>{amountText(measure, measure.meanB)}</td>
                <td data-label="difference">
                  {changeText(measure, measure.difference)}{" "}
                  {measure.interval &&
                    `[${changeText(measure, measure.interval.low)} to ${changeText(measure, measure.interval.high)}]`}
                </td>
                <td>{measure.test === null ? "" : pText(measure.test.adjustedP)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function amountText({ kind, name, ...numbers }: Measure, amount: number): string {
  if (kind === "trait") return scoreText(amount);
  if (name.endsWith("cost_usd")) {
    const { meanA, meanB, difference, interval } = numbers;
    return costFormat([meanA, meanB, difference, ...Object.values(interval ?? {})])(amount);
  }
  if (name.endsWith("seconds")) return durationText(amount * 1000);
  if (name.endsWith("_tokens")) return formatCount(amount);
  return scoreText(amount);
}

const scoreText = (score: number): string => score.toFixed(2);

function changeText(measure: Measure, change: number): string {
  const text = amountText(measure, Math.abs(change));
  // what is shown as nothing has no sign, and what is less than a moment is no change of times
  if (text.startsWith("<")) return durationText(0);
  return /[1-9]/.test(text) ? `${change < 0 ? "−" : "+"}${text}` : text;
}
