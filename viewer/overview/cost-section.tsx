import { costFormat } from "../../src/base/number-text.ts";
import type { ReportSummary, SubjectView } from "../../src/report/index.ts";
import { intervalText, rateText } from "../parts/rate-text.ts";
import { Section } from "../parts/section.tsx";
import { visibleText } from "../parts/value.tsx";
import { niceTicks } from "./nice-ticks.ts";
import { placeLabels } from "./place-labels.ts";

/** Cost against quality, a dot for each model. Left out where fewer than two models have both; a cost known in part is none. */
export function CostSection({
  summary: { subjects: all, sharedAnswers },
}: {
  readonly summary: ReportSummary;
}) {
  const areTurns = all.every(({ isOfTurns }) => isOfTurns);
  const subjects = all.filter(({ isOfTurns }) => isOfTurns === areTurns);
  const dots = subjects.flatMap(({ name, costPerResult: cost, numbers: { passRate } }) =>
    cost === null || passRate.rate === null ? [] : [{ name, cost, passRate, rate: passRate.rate }],
  );
  if (dots.length < 2) return null;
  const partial = subjects.filter(
    ({ numbers, costPerResult }) => numbers.costUsd !== null && costPerResult === null,
  );
  const leftOut =
    partial.length === 0
      ? ""
      : ` Left out, as the price of some calls is not known: ${partial.map(({ name }) => visibleText(name)).join(", ")}.`;
  const ticks = niceTicks(Math.max(...dots.map(({ cost }) => cost)));
  const most = ticks.at(-1) ?? 1;
  const tickText = costFormat(ticks);
  const labels = placeLabels(
    dots.map(({ cost, rate }) => ({ x: cost / most, y: rate })),
    { height: 0.08, width: 0.4 },
  );
  const dollars = costFormat(dots.map(({ cost }) => cost));
  const x = (cost: number) => `${(cost / most) * 100}%`;
  const y = (share: number) => `${100 - share * 100}%`;
  return (
    <Section
      id="cost"
      title={areTurns ? "Cost and quality of turns" : "Cost and quality"}
      about={`Pass rate with its interval against US dollars ${areTurns ? "per turn" : "per result"}, judging included${sharedAnswers.length > 0 ? ", and the answer in full also where judges share it" : ""}; upwards and to the left is better.${leftOut}`}
    >
      <figure className="cost">
        <svg
          role="img"
          aria-label={`Pass rate against cost: ${dots.map((dot) => dotText(dot, dollars)).join("; ")}`}
        >
          {[0, 0.25, 0.5, 0.75, 1].map((share) => (
            <g key={share}>
              <line className="grid" x1="0" x2="100%" y1={y(share)} y2={y(share)} />
              <text className="tick" x="0" y={y(share)} dx="-8" dy="4" textAnchor="end">
                {share * 100}
                {share === 1 ? " %" : ""}
              </text>
            </g>
          ))}
          {ticks.map((tick, at) => (
            <text
              key={tick}
              className={at % 2 === 0 ? "tick" : "tick is-between"}
              x={x(tick)}
              y="100%"
              dy="20"
              textAnchor="middle"
            >
              {tickText(tick)}
            </text>
          ))}
          {dots.map(({ name, cost, rate, passRate: { interval } }) => (
            <g key={`dot ${name}`}>
              {interval && (
                <line
                  className="range"
                  x1={x(cost)}
                  x2={x(cost)}
                  y1={y(interval.low)}
                  y2={y(interval.high)}
                />
              )}
              <circle cx={x(cost)} cy={y(rate)} r="6" />
            </g>
          ))}
          {dots.map(({ name, cost }, at) => (
            <text
              key={name}
              className="dot-name"
              x={x(cost)}
              y={y(labels[at] ?? 0)}
              dx={cost > most * 0.6 ? -12 : 12}
              dy="4"
              textAnchor={cost > most * 0.6 ? "end" : "start"}
            >
              <tspan className="dot-number">{at + 1}</tspan>
              <tspan className="dot-words">{visibleText(name)}</tspan>
            </text>
          ))}
        </svg>
        <figcaption>
          {dots.map((dot, at) => (
            <span key={dot.name}>
              <b className="dot-number">{at + 1} </b>
              {dotText(dot, dollars)}
            </span>
          ))}
        </figcaption>
      </figure>
    </Section>
  );
}

interface Dot {
  readonly name: string;
  readonly cost: number;
  readonly passRate: SubjectView["numbers"]["passRate"];
}

const dotText = ({ name, cost, passRate }: Dot, dollars: (cost: number) => string) =>
  `${visibleText(name)}: ${rateText(passRate)} [${intervalText(passRate)}] at ${dollars(cost)} each`;
