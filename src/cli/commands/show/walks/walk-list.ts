import { isSuccessful, walkReasons } from "../../../../analysis/index.ts";
import { oneLine } from "../../../../base/index.ts";
import { reasonsText } from "../../../../report/index.ts";
import { type ScenarioExecutionResult, shortModelName } from "../../../../result/index.ts";
import { type Column, tableLines } from "../../../report/table.ts";
import { paint, roomOn, type Terminal } from "../../../report/terminal.ts";
import type { ChosenWalks } from "./choose-walks.ts";

const statusWords = {
  completed: "completed",
  limit_reached: "at the most turns",
  error: "error",
  timeout: "cut by the end of the run",
} as const satisfies { readonly [Status in ScenarioExecutionResult["status"]]: string };

/** How a walk ended and how many criteria are false where it came to its end, with a sign that says whether it was a success. */
export function walkMark(walk: ScenarioExecutionResult, terminal: Pick<Terminal, "rich">): string {
  const good = isSuccessful(walk);
  const sign = good ? (terminal.rich ? "✓" : "+") : terminal.rich ? "✗" : "x";
  const broken = Object.values(walk.outcomeResults).filter((value) => value === false).length;
  const but =
    walk.status !== "completed" || broken === 0
      ? ""
      : `, ${broken} ${broken === 1 ? "criterion" : "criteria"} false`;
  return paint(terminal, good ? "good" : "bad", `${sign} ${statusWords[walk.status]}${but}`);
}

/** A line per walk: its place, which it is, how it ended, its way, and why it was no success. */
export function walkLines({ walks, models, judges }: ChosenWalks, terminal: Terminal): readonly string[] {
  const arrow = terminal.rich ? " → " : " -> ";
  const several = { models: models.size > 1, judges: judges.size > 1 };
  const hasReplicates = walks.some(({ walk }) => walk.replicate !== null);
  const columns: readonly Column[] = [
    { title: "Place", align: "right" },
    { title: "Scenario", align: "left" },
    ...(several.models ? [{ title: "Model", align: "left" as const }] : []),
    ...(several.judges ? [{ title: "Judge", align: "left" as const }] : []),
    ...(hasReplicates ? [{ title: "Replicate", align: "right" as const }] : []),
    { title: "Ended", align: "left" },
    { title: "Way", align: "left" },
    { title: "Reason", align: "left" },
  ];
  const name = (model: ScenarioExecutionResult["answering"]) =>
    model === null ? "?" : oneLine(shortModelName(model));
  const rows = walks.map(({ place, walk }) => [
    String(place),
    oneLine(walk.scenarioId),
    ...(several.models ? [name(walk.answering)] : []),
    ...(several.judges ? [name(walk.parsing)] : []),
    ...(hasReplicates ? [String(walk.replicate ?? "")] : []),
    walkMark(walk, terminal),
    oneLine(walk.path.join(arrow)),
    oneLine(reasonsText(walkReasons(walk))),
  ]);
  return tableLines(columns, rows, { width: roomOn(terminal), narrowestLast: 24 });
}
