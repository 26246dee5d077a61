import { type JsonValue, KareninaError, ownEntry, ReplyError, TransportError } from "../../base/index.ts";
import { type Failure, type FailureCategory, failure } from "../../result/index.ts";
import type { PipelineError, PipelineLog } from "../stage.ts";

/**
 * Why a result is not a pass: the last ruling, else the error that stopped the pipeline.
 * A verdict that was reached is never turned into an error, nor an error into a verdict.
 */
export function failureOf(log: Pick<PipelineLog, "rulings" | "error">): Failure | null {
  const verdict = log.rulings.at(-1);
  if (verdict?.verifyResult === true) return null;
  if (verdict !== undefined && verdict.category !== null) {
    const { category, stage, reason } = verdict;
    return failure({ category, stage, reason });
  }
  if (log.error === null) return null;
  return failure({
    category: categoryOf(log.error),
    stage: log.error.stage,
    reason: log.error.message,
    details: detailsOf(log.error),
  });
}

function categoryOf({ stage, cause }: PipelineError): FailureCategory {
  if (TransportError.isInstance(cause)) {
    if (cause.category !== "permanent") return cause.category;
    return cause.status === 401 || cause.status === 403 ? "authentication" : "invalid_request";
  }
  if (ReplyError.isInstance(cause)) return "parsing";
  if (stage === "ValidateTemplate") return "template_validation";
  return KareninaError.isInstance(cause)
    ? (ownEntry(byCode, cause.code) ?? "unexpected_error")
    : "unexpected_error";
}

const byCode: { readonly [code in KareninaError["code"]]?: FailureCategory } = {
  template_invalid: "template_validation",
  template_unreadable: "template_validation",
  reply: "parsing",
  recording_missing: "recording_missing",
  missing_key: "configuration",
  missing_dependency: "configuration",
  configuration: "configuration",
};

function detailsOf({ cause }: PipelineError): Failure["details"] {
  const details: { [key: string]: JsonValue } = {};
  if (KareninaError.isInstance(cause) && cause.hint !== undefined) details.hint = cause.hint;
  if (TransportError.isInstance(cause)) details.status = cause.status ?? null;
  if (ReplyError.isInstance(cause)) details.reply = cause.reply;
  return Object.keys(details).length > 0 ? details : null;
}
