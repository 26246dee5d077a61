import { cutOutput, maskSecrets, messageOf } from "../../base/index.ts";
import type { Tool, ToolOutcome } from "../../ports/index.ts";
import type { Block } from "../../trace/index.ts";
import { inputProblems } from "./check-input.ts";
import { decodeInput } from "./decode-input.ts";

/** A tool a model asked for. */
export type ToolCall = Extract<Block, { readonly type: "tool_use" }>;
/** What came of it. */
export type ToolResult = Extract<Block, { readonly type: "tool_result" }>;

/** What running a call needs. */
export interface CallSettings {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly signal: AbortSignal;
  readonly maxOutputLength: number | undefined;
}

/** The result of a call whose tool was not run, or did not work. */
export const errorResult = ({ id }: ToolCall, content: string): ToolResult => ({
  type: "tool_result",
  toolUseId: id,
  content,
  isError: true,
});

/**
 * Runs a call. Everything that goes wrong is an errored result that the model can learn from: a tool that does not
 * exist, arguments that cannot be read or do not fit, a tool that throws. Undefined only when the run ended first.
 */
export async function callTool(call: ToolCall, settings: CallSettings): Promise<ToolResult | undefined> {
  const tool = settings.tools.get(call.name);
  if (tool === undefined) {
    return errorResult(
      call,
      `There is no tool "${call.name}". Known tools: ${[...settings.tools.keys()].join(", ")}.`,
    );
  }
  if (call.unreadableInput !== undefined) {
    return errorResult(call, `The arguments are not a complete JSON object: ${call.unreadableInput}`);
  }
  const input = decodeInput(tool.inputSchema, call.input);
  const problems = inputProblems(tool.inputSchema, input);
  if (problems.length > 0) {
    return errorResult(call, ["The arguments do not fit the tool's schema:", ...problems].join("\n"));
  }
  const outcome = await outcomeOf(tool, input, settings.signal);
  if (outcome === undefined) return undefined;
  const content = cutOutput(outcome.text, settings.maxOutputLength);
  return { type: "tool_result", toolUseId: call.id, content, isError: outcome.isError };
}

async function outcomeOf(
  tool: Tool,
  input: ToolCall["input"],
  signal: AbortSignal,
): Promise<ToolOutcome | undefined> {
  try {
    return await tool.call(input, { signal });
  } catch (error) {
    if (signal.aborted) return undefined;
    return { text: `The tool "${tool.name}" failed: ${maskSecrets(messageOf(error))}`, isError: true };
  }
}
