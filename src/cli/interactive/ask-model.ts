import path from "node:path";
import {
  availableInterfaces,
  type InterfaceName,
  interfaceFacts,
  isVariableName,
  type ModelConfig,
  modelDefaults,
} from "../../config/index.ts";
import { address, amount, text } from "../option-values.ts";
import { askOptional, askValue } from "./ask-value.ts";
import type { Choice, Prompts } from "./prompts.ts";

/** What a model is asked for, and what it must not clash with. */
export interface ModelSeat {
  readonly role: "answering" | "parsing";
  /** Ids of the models that are there already. */
  readonly taken: readonly string[];
  readonly workingDirectory: string;
}

/** What there is to ask about a model, by the way it is reached. */
interface InterfaceForm {
  readonly label: string;
  readonly asksProvider?: boolean;
  readonly asksAddress?: boolean;
  /** The setting that holds the file it is served from. */
  readonly file?: "manualTracesPath" | "replayFile";
  /** What an unnamed key means; absent: there is none. */
  readonly key?: string;
  /** It answers from what was written down: there is nothing to set. */
  readonly isFixed?: boolean;
}

const forms: { readonly [name in InterfaceName]?: InterfaceForm } = {
  ai_sdk: { label: "a vendor's own service", asksProvider: true, key: "the vendor's usual variable" },
  openai_endpoint: { label: "an OpenAI-compatible server", asksAddress: true, key: "no key" },
  openrouter: { label: "OpenRouter", key: "OPENROUTER_API_KEY" },
  manual: { label: "prepared answers from a file", file: "manualTracesPath", isFixed: true },
  replay: { label: "a recording of an earlier run", file: "replayFile" },
};

const providers: readonly Choice<string>[] = [
  { value: "openai", label: "OpenAI" },
  { value: "anthropic", label: "Anthropic" },
  { value: "google", label: "Google" },
];

/** Asks for one model, from how it is reached to its system prompt. Keys are never asked for, only where they are. */
export async function askModel(prompts: Prompts, seat: ModelSeat): Promise<ModelConfig> {
  const isAnswering = seat.role === "answering";
  const choices = availableInterfaces
    .filter((name) => isAnswering || interfaceFacts(name).answeringOnly !== true)
    .map((value) => ({ value, label: value, hint: forms[value]?.label ?? "" }));
  const message = isAnswering ? "How is the model under test reached?" : "How is the judge reached?";
  const name = await prompts.choice({ message, initial: "ai_sdk", choices });
  const form = forms[name] ?? { label: name };
  const reached = await askConnection(prompts, form, seat);
  const modelName =
    form.isFixed === true ? undefined : await askValue(prompts, { message: "Name of the model" }, text);
  const id = await askId(prompts, modelName ?? name, seat);
  return {
    id,
    interface: name,
    ...reached,
    ...(modelName !== undefined && { modelName }),
    ...(await askKey(prompts, form)),
    ...(form.isFixed === true ? {} : await askBehaviour(prompts, isAnswering)),
  };
}

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
