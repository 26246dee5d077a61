import type { ChangedScenario } from "../../../analysis/index.ts";
import { oneLine } from "../../../base/index.ts";
import { walkSideText, whoseText } from "../../../report/index.ts";
import { aligned } from "../table.ts";
import { roomOn, type Terminal } from "../terminal.ts";
import { wrapText } from "../wrap-lines.ts";
import type { SideNames } from "./side-table.ts";

const indent = "    ";

/** Scenarios on which two sides differ: how often either succeeded, and the way and the reasons of a walk. */
export function changedWalkLines(
  scenarios: readonly ChangedScenario[],
  {
    names,
    terminal,
    limit,
  }: { readonly names: SideNames; readonly terminal: Terminal; readonly limit: number },
): readonly string[] {
  const shown = scenarios.slice(0, limit);
  const more = scenarios.length - shown.length;
  const room = roomOn(terminal);
  return [
    ...shown.flatMap((changed) => [
      ...wrapText(oneLine(`${changed.scenario}${whoseText(changed)}`), room),
      ...aligned(
        [
          [oneLine(names.a), walkSideText(changed.a, terminal)],
          [oneLine(names.b), walkSideText(changed.b, terminal)],
        ],
        { room: { width: room - indent.length } },
      ).map((line) => indent + line),
    ]),
    ...(more > 0 ? [`and ${more} more: --limit ${scenarios.length} shows all of them`] : []),
  ];
}
