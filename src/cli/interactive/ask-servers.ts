import type { ModelConfig } from "../../config/index.ts";
import { names, text } from "../option-values.ts";
import { askOptional, askValue } from "./ask-value.ts";
import type { Prompts } from "./prompts.ts";

/** Asks for the MCP servers whose tools a model under test is given. Keys are named as variables, never asked for. */
export async function askServers(prompts: Prompts): Promise<ModelConfig> {
  const servers: Record<string, string> = {};
  while (
    await prompts.yesOrNo({
      message:
        Object.keys(servers).length === 0 ? "Give it the tools of an MCP server?" : "Of another MCP server?",
      initial: false,
    })
  ) {
    const name = await askValue(prompts, { message: "Name of the server" }, (answer) => {
      if (text(answer) in servers) throw new Error(`There is a server called "${answer}" already.`);
      return answer;
    });
    servers[name] = await askValue(
      prompts,
      { message: "Its URL, or the command that starts it; $NAME stands for a variable with a key" },
      text,
    );
  }
  if (Object.keys(servers).length === 0) return {};
  const message = "Only these of its tools, separated by commas";
  const filter = await askOptional(prompts, { message, whenEmpty: "all" }, names);
  return { mcpUrlsDict: servers, ...(filter !== null && { mcpToolFilter: [...filter] }) };
}
