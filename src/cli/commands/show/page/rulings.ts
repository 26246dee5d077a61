import type { VerificationResult } from "../../../../result/index.ts";
import { labelledLines, type PageView } from "./page-section.ts";

const kinds = { verification: "verification", auto_fail: "automatic fail", override: "override" } as const;

/** The decisions about pass or fail, in order; the last one is the verdict. */
export function rulingLines({ rulings }: VerificationResult, view: PageView): readonly string[] {
  return rulings.flatMap(({ stage, kind, verifyResult, reason }, at) =>
    labelledLines(
      `${at + 1}. `,
      `${decisionText(verifyResult)} by ${stage} (${kinds[kind]})${reason === "" ? "" : `: ${reason}`}`,
      view,
    ),
  );
}

function decisionText(verifyResult: boolean | null): string {
  if (verifyResult === null) return "no answer";
  return verifyResult ? "pass" : "fail";
}
