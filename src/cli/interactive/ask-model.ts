import path from "node:path";
import { isVariableName } from "../../base/index.ts";
import { type ModelConfig, modelDefaults } from "../../config/index.ts";
import { fileSettings, type ModelInterface } from "../../models/definition/index.ts";
import { builtInInterfaces, defaultInterface, findInterface, modelInterface } from "../../models/index.ts";
import type { Vendor } from "../../models/vendors/index.ts";
import { address, amount, text } from "../option-values.ts";
import { askApplication } from "./ask-application.ts";
import { askServers } from "./ask-servers.ts";
import { askOptional, askValue } from "./ask-value.ts";
import type { Prompts } from "./prompts.ts";

/** What a model is asked for, and what it must not clash with. */
export interface ModelSeat {
  readonly role: "answering" | "parsing";
  /** Ids of the models that are there already. */
  readonly taken: readonly string[];
  readonly workingDirectory: string;
  /** Also what only some models need. */
  readonly isThorough?: boolean;
  /** Ways to reach models that the user has added. */
  readonly interfaces?: readonly ModelInterface[] | undefined;
}

/** Which questions there are about a model of an interface. */
interface InterfaceForm {
  /** The vendors to choose from; none: it is not asked for. */
  readonly vendors: readonly Vendor[];
  readonly asksAddress: boolean;
  /** The setting that holds the file it is served from. */
  readonly file: (typeof fileSettings)[number] | undefined;
  /** What an unnamed key means; undefined: there is none. */
  readonly key: string | undefined;
  /** It answers from what was written down: there is nothing to set. */
  readonly isFixed: boolean;
}

/** An agent that is always around a model of one interface is asked for what that one needs. */
function formOf(facts: ModelInterface): InterfaceForm {
  const { wraps = [], answeringOnly, unnamedKey, vendor } = facts;
  const { takes, vendors = [] } = modelInterface(wraps.at(-1) ?? facts);
  return {
    vendors,
    asksAddress: takes.endpointBaseUrl?.needed !== undefined,
    file: fileSettings.find((setting) => takes[setting]?.impliesInterface === true),
    key: unnamedKey ?? vendor?.keyVariables[0],
    isFixed: answeringOnly === true,
  };
}

/** Asks for one model, from how it is reached to its system prompt. Keys are never asked for, only where they are. */
export async function askModel(prompts: Prompts, seat: ModelSeat): Promise<ModelConfig> {
  const isAnswering = seat.role === "answering";
  const known = [...builtInInterfaces, ...(seat.interfaces ?? [])];
  const choices = known.filter(({ answeringOnly }) => isAnswering || answeringOnly !== true).map(choiceOf);
  const message = isAnswering ? "How is the model under test reached?" : "How is the judge reached?";
  const name = await prompts.choice({ message, initial: defaultInterface.name, choices });
  const facts = known.find((one) => one.name === name) ?? defaultInterface;
  const form = await askForm(prompts, facts);
  const reached = {
    ...(await askConnection(prompts, form, seat)),
    ...(await askApplication(prompts, facts)),
  };
  const modelName =
    form.isFixed || form.file === "modelPath"
      ? undefined
      : await askValue(prompts, { message: "Name of the model" }, text);
  const id = await askId(prompts, modelName ?? fileName(reached) ?? name, seat);
  return {
    id,
    interface: findInterface(name) === undefined ? facts : name,
    ...reached,
    ...(modelName !== undefined && { modelName }),
    ...(await askKey(prompts, form)),
    ...(form.isFixed ? {} : await askBehaviour(prompts, isAnswering)),
    ...(takesServers(facts, seat) ? await askServers(prompts) : {}),
  };
}

/** The questions about an interface; those about an agent around any model are those of the way its model is reached. */
async function askForm(prompts: Prompts, facts: ModelInterface): Promise<InterfaceForm> {
  const { wraps = [] } = facts;
  if (wraps.length < 2) return formOf(facts);
  const choices = builtInInterfaces
    .filter((one) => wraps.includes(one.name) && (formOf(one).vendors.length > 0 || formOf(one).asksAddress))
    .map(choiceOf);
  const message = "How is the agent's model reached?";
  return formOf(modelInterface(await prompts.choice({ message, initial: defaultInterface.name, choices })));
}

const choiceOf = ({ name, label }: ModelInterface) => ({ value: name, label: name, hint: label });

const takesServers = ({ withoutTools }: ModelInterface, { role, isThorough }: ModelSeat): boolean =>
  isThorough === true && role === "answering" && withoutTools !== true;

const fileName = ({ modelPath }: ModelConfig): string | undefined =>
  modelPath ? path.basename(modelPath).replace(/\.gguf$/i, "") : undefined;

const usualAddress = "http://localhost:8000/v1";

async function askConnection(
  prompts: Prompts,
  { vendors, asksAddress, file }: InterfaceForm,
  { workingDirectory }: ModelSeat,
): Promise<ModelConfig> {
  const [vendor] = vendors;
  return {
    ...(vendor !== undefined && {
      modelProvider: await prompts.choice({
        message: "Vendor",
        initial: vendor.name,
        choices: vendors.map(({ name, label }) => ({ value: name, label })),
      }),
    }),
    ...(asksAddress && {
      endpointBaseUrl:
        (await askOptional(
          prompts,
          { message: "Address of the server", whenEmpty: usualAddress },
          address,
        )) ?? usualAddress,
    }),
    ...(file !== undefined && {
      [file]: path.resolve(workingDirectory, await askValue(prompts, { message: "File" }, text)),
    }),
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
