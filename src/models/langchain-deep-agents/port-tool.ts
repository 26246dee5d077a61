import { ToolMessage } from "@langchain/core/messages";
import { StructuredTool } from "@langchain/core/tools";
import * as z from "zod";
import { AnyJsonObject } from "../../base/index.ts";
import type { Tool } from "../../ports/index.ts";
import { type CallSettings, callTool } from "../tool-loop/index.ts";

const Call = z.object({ id: z.string(), args: AnyJsonObject });

/**
 * A tool of the request as LangChain runs it. It is checked and run as in every other agent here: trouble of the tool
 * is a message with an error; it rejects only when the run has ended.
 */
export class PortTool extends StructuredTool {
  readonly name: string;
  readonly description: string;
  readonly schema: StructuredTool["schema"];
  private readonly settings: CallSettings;

  constructor(tool: Tool, settings: Omit<CallSettings, "tools">) {
    super();
    this.name = tool.name;
    this.description = tool.description;
    // A JSON Schema is JSON; LangChain's type of one only says more.
    this.schema = tool.inputSchema as StructuredTool["schema"];
    this.settings = { ...settings, tools: new Map([[tool.name, tool]]) };
  }

  /** Instead of LangChain's own, which checks the input and throws what does not fit. */
  override async invoke(input: unknown): Promise<ToolMessage> {
    const { id, args } = Call.parse(input);
    const { name, settings } = this;
    const result = await callTool({ type: "tool_use", id, name, input: args }, settings);
    if (result === undefined) throw settings.signal.reason;
    const status = result.isError ? "error" : "success";
    return new ToolMessage({ content: result.content, tool_call_id: id, name, status });
  }

  protected async _call(): Promise<never> {
    throw new Error(`The tool "${this.name}" is run by its calls only.`);
  }
}
