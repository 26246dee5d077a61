import { formatCount, formatDuration, oneLine, pluralize } from "../../../../base/index.ts";
import type { StageRecord, VerificationResult } from "../../../../result/index.ts";
import { type Column, tableLines } from "../../../report/table.ts";
import { paint, type Tone } from "../../../report/terminal.ts";
import { labelledLines, type PageView } from "./page-section.ts";

const columns: readonly Column[] = [
  { title: "stage", align: "left" },
  { title: "status", align: "left" },
  { title: "time", align: "right" },
  { title: "calls", align: "right" },
  { title: "tokens", align: "right" },
  { title: "", align: "left" },
];

const tones: { readonly [status in StageRecord["status"]]: Tone } = {
  ran: "good",
  skipped: "dim",
  failed: "bad",
};

/** What became of each stage: how long it took, what it spent, why it was skipped or failed. */
export function stageLines(
  { stages, deepJudgment }: Pick<VerificationResult, "stages" | "deepJudgment">,
  view: PageView,
): readonly string[] {
  if (stages.length === 0) return [];
  const rows = stages.map((stage) => {
    const tokens = stage.inputTokens + stage.outputTokens;
    const ran = stage.status !== "skipped";
    return [
      oneLine(stage.name),
      paint(view.terminal, tones[stage.status], stage.status),
      ran ? formatDuration(stage.durationMs) : "",
      stage.modelCalls > 0 ? String(stage.modelCalls) : "",
      tokens > 0 ? formatCount(tokens) : "",
      [oneLine(stage.reason ?? ""), retryText(stage)].filter(Boolean).join("; "),
    ];
  });
  return [
    ...tableLines(columns, rows, { width: view.terminal.columns }),
    ...excerptLines(deepJudgment, view),
  ];
}

/** How many calls the evidence of the template took, where the judge was asked for excerpts more than once. */
function excerptLines(deepJudgment: VerificationResult["deepJudgment"], view: PageView): readonly string[] {
  const again = deepJudgment?.deepJudgmentExcerptRetryCount ?? 0;
  if (deepJudgment === null || again === 0) return [];
  const calls = pluralize(deepJudgment.deepJudgmentModelCalls, "call");
  const text = `deep judgment of the template: ${calls}, excerpts asked for again ${times(again)}`;
  return labelledLines("", text, view);
}

const times = (count: number) => (count === 1 ? "once" : `${count} times`);

function retryText({ retries }: StageRecord): string {
  return Object.entries(retries)
    .filter(([, count]) => count > 0)
    .map(([category, count]) => `repeated ${times(count)} for ${oneLine(category)}`)
    .join(", ");
}
