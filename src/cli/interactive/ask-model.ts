import path from "node:path";
import {
  type InterfaceName,
  interfaceFacts,
  interfaceNames,
  isVariableName,
  type ModelConfig,
  modelDefaults,
} from "../../config/index.ts";
import { address, amount, text } from "../option-values.ts";
import { askServers } from "./ask-servers.ts";
import { askOptional, askValue } from "./ask-value.ts";
import type { Choice, Prompts } from "./prompts.ts";

/** What a model is asked for, and what it must not clash with. */
export interface ModelSeat {
  readonly role: "answering" | "parsing";
  /** Ids of the models that are there already. */
  readonly taken: readonly string[];
  readonly workingDirectory: string;
  /** Also what only some models need. */
  readonly isThorough?: boolean;
}

/** What there is to ask about a model, by the way it is reached. */
interface InterfaceForm {
  readonly label: string;
  readonly asksProvider?: boolean;
  readonly asksAddress?: boolean;
  /** The setting that holds the file it is served from. */
  readonly file?: "manualTracesPath" | "replayFile" | "modelPath";
  /** What an unnamed key means; absent: there is none. */
  readonly key?: string;
  /** It answers from what was written down: there is nothing to set. */
  readonly isFixed?: boolean;
  /** Its name follows from the file. */
  readonly isNamedByFile?: boolean;
  /** An agent of ours around a model that is reached in one of these ways. */
  readonly around?: readonly ("ai_sdk" | "openai_endpoint")[];
}

const forms: { readonly [name in InterfaceName]: InterfaceForm } = {
  ai_sdk: { label: "a vendor's own service", asksProvider: true, key: "the vendor's usual variable" },
  openai_endpoint: { label: "an OpenAI-compatible server", asksAddress: true, key: "no key" },
  openrouter: { label: "OpenRouter", key: "OPENROUTER_API_KEY" },
  manual: { label: "prepared answers from a file", file: "manualTracesPath", isFixed: true },
  replay: { label: "a recording of an earlier run", file: "replayFile" },
  langchain: { label: "a vendor through LangChain", asksProvider: true, key: "the vendor's usual variable" },
  claude_tool: { label: "Claude through Anthropic's package", key: "ANTHROPIC_API_KEY" },
  llama_cpp: { label: "a GGUF file in this process", file: "modelPath", isNamedByFile: true },
  workspace_agent: {
    label: "an agent with files and commands, around any model",
    around: ["ai_sdk", "openai_endpoint"],
  },
  claude_agent_sdk: { label: "the Claude agent, with files and commands", key: "ANTHROPIC_API_KEY" },
  langchain_deep_agents: {
    label: "LangChain's deep agent, with files and commands",
    asksProvider: true,
    key: "the vendor's usual variable",
  },
};

const providers: readonly Choice<string>[] = [
  { value: "openai", label: "OpenAI" },
  { value: "anthropic", label: "Anthropic" },
  { value: "google", label: "Google" },
];

/** Asks for one model, from how it is reached to its system prompt. Keys are never asked for, only where they are. */
export async function askModel(prompts: Prompts, seat: ModelSeat): Promise<ModelConfig> {
  const isAnswering = seat.role === "answering";
  const choices = interfaceNames
    .filter((name) => isAnswering || interfaceFacts(name).answeringOnly !== true)
    .map((value) => ({ value, label: value, hint: forms[value].label }));
  const message = isAnswering ? "How is the model under test reached?" : "How is the judge reached?";
  const name = await prompts.choice({ message, initial: "ai_sdk", choices });
  const form = await formOf(prompts, name);
  const reached = await askConnection(prompts, form, seat);
  const modelName =
    form.isFixed === true || form.isNamedByFile === true
      ? undefined
      : await askValue(prompts, { message: "Name of the model" }, text);
  const id = await askId(prompts, modelName ?? fileName(reached) ?? name, seat);
  return {
    id,
    interface: name,
    ...reached,
    ...(modelName !== undefined && { modelName }),
    ...(await askKey(prompts, form)),
    ...(form.isFixed === true ? {} : await askBehaviour(prompts, isAnswering)),
    ...(takesServers(name, seat) ? await askServers(prompts) : {}),
  };
}

/** The questions about an interface; an agent of ours has those of the way its model is reached. */
async function formOf(prompts: Prompts, name: InterfaceName): Promise<InterfaceForm> {
  const { around } = forms[name];
  if (around === undefined) return forms[name];
  const reached = await prompts.choice({
    message: "How is the agent's model reached?",
    initial: "ai_sdk",
    choices: around.map((value) => ({ value, label: value, hint: forms[value].label })),
  });
  return forms[reached];
}

const takesServers = (name: InterfaceName, { role, isThorough }: ModelSeat): boolean =>
  isThorough === true && role === "answering" && interfaceFacts(name).withoutTools !== true;

const fileName = ({ modelPath }: ModelConfig): string | undefined =>
  modelPath ? path.basename(modelPath).replace(/\.gguf$/i, "") : undefined;

async function askConnection(
  prompts: Prompts,
  { asksProvider, asksAddress, file }: InterfaceForm,
  { workingDirectory }: ModelSeat,
): Promise<ModelConfig> {
  const ask = (message: string, read: (answer: string) => string, initial?: string) =>
    askValue(prompts, { message, ...(initial !== undefined && { initial }) }, read);
  return {
    ...(asksProvider === true && {
      modelProvider: await prompts.choice({ message: "Vendor", initial: "openai", choices: providers }),
    }),
    ...(asksAddress === true && {
      endpointBaseUrl: await ask("Address of the server", address, "http://localhost:8000/v1"),
    }),
    ...(file !== undefined && { [file]: path.resolve(workingDirectory, await ask("File", text)) }),
  };
}

async function askId(prompts: Prompts, initial: string, { taken }: ModelSeat): Promise<string> {
  return askValue(prompts, { message: "Its id in results", initial }, (answer) => {
    const id = text(answer);
    if (taken.includes(id)) throw new Error(`"${id}" is the id of another model; give each its own.`);
    return id;
  });
}

async function askKey(prompts: Prompts, { key }: InterfaceForm): Promise<ModelConfig> {
  if (key === undefined) return {};
  const message = "Environment variable that holds the key";
  const variable = await askOptional(prompts, { message, whenEmpty: key }, variableName);
  return variable === null ? {} : { apiKeyEnv: variable };
}

/** Somebody may paste a key in place of its variable's name; it must not get into a file. */
function variableName(answer: string): string {
  if (isVariableName(answer)) return answer;
  throw new Error("Expected the name of a variable, such as MY_API_KEY, not the key itself.");
}

async function askBehaviour(prompts: Prompts, isAnswering: boolean): Promise<ModelConfig> {
  const temperature = await askOptional(
    prompts,
    { message: "Temperature", initial: String(modelDefaults.temperature), whenEmpty: "the vendor's own" },
    amount,
  );
  const systemPrompt = await askOptional(
    prompts,
    {
      message: "System prompt",
      whenEmpty: isAnswering ? modelDefaults.answeringSystemPrompt : "none",
    },
    text,
  );
  return { temperature, ...(systemPrompt !== null && { systemPrompt }) };
}
