import type { RunSummary, ScenarioSummary } from "../../analysis/index.ts";
import type { RunReport } from "../run-report.ts";
import { pairNames } from "../text/pair-names.ts";
import { formatRate } from "../text/rate-text.ts";
import {
  cutShortText,
  failedWalkText,
  reasonsText,
  turnsToSuccessText,
  walkOutcomeText,
  walksText,
} from "../text/walk-text.ts";
import { foldedList, list, named, shown, table } from "./markdown-blocks.ts";

const dash = "–";

/** The walks of a run: what was walked, a line per model, what criteria say, and each that failed with its reasons. */
export function walkParts({ summary }: RunReport, limit: number): readonly string[] {
  const { scenarios, run } = summary;
  if (scenarios === null) return [];
  const { overall, pairs, failed } = scenarios;
  const signs = { arrow: "→", severalJudges: run.parsing.length > 1 };
  const lines = failed.map(
    (walk) => `**${shown(failedWalkText(walk, signs))}**<br>${shown(reasonsText(walk.reasons))}`,
  );
  const count = overall.walks - overall.successful.passed;
  return [
    shown(walksText(summary, scenarios, { rich: true })),
    pairs.length === 0 ? "" : modelTable(summary, scenarios),
    list(
      overall.outcomes.map((one) => {
        const scenario = scenarios.scenarios.length > 1 ? `${named(one.scenario)}, ` : "";
        return `${scenario}${named(one.outcome)}: ${shown(walkOutcomeText(one, dash))}`;
      }),
    ),
    foldedList(`${count} ${count === 1 ? "walk" : "walks"} that failed`, lines, { limit, count }),
  ];
}

function modelTable(summary: RunSummary, { pairs }: ScenarioSummary): string {
  const names = pairNames({
    run: summary.run,
    pairs: pairs.map(({ answering, parsing }) => ({
      answering: answering ?? "unknown model",
      parsing: parsing ?? "unknown judge",
    })),
  });
  return table(
    [
      { title: "model", align: "left", cell: ({ name }) => named(name) },
      {
        title: "walks completed",
        align: "right",
        cell: ({ pair }) => `${pair.completed.passed}/${pair.walks}`,
      },
      { title: "successful", align: "right", cell: ({ pair }) => formatRate(pair.successful, dash) },
      { title: "turns to success", align: "right", cell: ({ pair }) => turnsToSuccessText(pair, dash) },
      { title: "not completed", align: "left", cell: ({ pair }) => cutShortText(pair) },
    ],
    pairs.map((pair, at) => ({ pair, name: names[at] ?? "" })),
  );
}
