import type { ModelConfig, VerificationConfig } from "../../config/index.ts";
import { askModel, type ModelSeat } from "./ask-model.ts";
import type { Prompts } from "./prompts.ts";

/** Asks for the models of both roles; those that are there already can be kept. */
export async function askModels(
  prompts: Prompts,
  { answeringModels = [], parsingModels = [] }: VerificationConfig,
  place: Pick<ModelSeat, "workingDirectory" | "isThorough" | "interfaces">,
): Promise<VerificationConfig> {
  return {
    answeringModels: await askRole(prompts, answeringModels, { ...place, role: "answering" }),
    parsingModels: await askRole(prompts, parsingModels, { ...place, role: "parsing" }),
  };
}

const titles = {
  answering: { keep: "as model under test", another: "Another model under test?" },
  parsing: { keep: "as judge", another: "Another judge?" },
} as const;

async function askRole(
  prompts: Prompts,
  given: readonly ModelConfig[],
  seat: Omit<ModelSeat, "taken">,
): Promise<ModelConfig[]> {
  const { keep, another } = titles[seat.role];
  const names = given.map(modelTitle).join(", ");
  const isKept =
    given.length > 0 && (await prompts.yesOrNo({ message: `Take ${names} ${keep}?`, initial: true }));
  const models = isKept ? [...given] : [await askModel(prompts, { ...seat, taken: [] })];
  while (await prompts.yesOrNo({ message: another, initial: false })) {
    models.push(await askModel(prompts, { ...seat, taken: models.map(modelTitle) }));
  }
  return models;
}

/** A model by the name it has in results. */
function modelTitle({ id, modelName }: ModelConfig): string {
  return id ?? modelName ?? "manual";
}
