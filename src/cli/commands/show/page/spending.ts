import { formatCost, formatCount, formatDuration, oneLine } from "../../../../base/index.ts";
import type { VerificationResult } from "../../../../result/index.ts";
import { type Column, tableLines } from "../../../report/table.ts";
import type { PageView } from "./page-section.ts";

const columns: readonly Column[] = [
  { title: "for", align: "left" },
  { title: "tokens in", align: "right" },
  { title: "out", align: "right" },
  { title: "cost", align: "right" },
  { title: "model", align: "left" },
];

/** Tokens and cost per step, and how long the whole took. */
export function usageLines({ template, metadata }: VerificationResult, view: PageView): readonly string[] {
  const rows = Object.entries(template?.usageMetadata ?? {}).map(([step, usage]) => [
    oneLine(step.replaceAll("_", " ")),
    formatCount(usage.inputTokens),
    formatCount(usage.outputTokens),
    typeof usage.costUsd === "number" ? formatCost(usage.costUsd) : "",
    oneLine(usage.model ?? ""),
  ]);
  return [
    ...(rows.length > 0 ? tableLines(columns, rows, { width: view.terminal.columns }) : []),
    ...(template?.usageUnavailable ? ["the provider sent no token counts: zeros are unknown"] : []),
    `took ${formatDuration(metadata.executionTime * 1000)}, ended ${oneLine(metadata.timestamp)}`,
  ];
}
