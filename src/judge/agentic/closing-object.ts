import type { JsonObject } from "../../base/index.ts";
import { type Message, userMessage } from "../../trace/index.ts";
import { objectCandidates } from "../structured/object-candidates.ts";
import { isQuotation } from "../structured/quotation.ts";
import type { Investigation } from "./investigation.ts";

/**
 * The JSON object that a report closes with. Undefined where it ends on something else, and where the object stands word for
 * word in what the investigator was given or found: it may then be a quotation of a file, not a finding.
 */
export function closingObject({ report, asked, messages }: Investigation): JsonObject | undefined {
  const text = (report ?? "")
    .trim()
    .replace(/\n```$/, "")
    .trimEnd();
  if (!text.endsWith("}")) return undefined;
  const [object] = objectCandidates(text, false);
  if (object === undefined) return undefined;
  const read: readonly Message[] = [...asked, ...messages.flatMap(toolOutput)];
  return isQuotation(object, report ?? "", read) ? undefined : object;
}

function toolOutput({ content }: Message): readonly Message[] {
  return content.flatMap((block) => (block.type === "tool_result" ? [userMessage(block.content)] : []));
}
