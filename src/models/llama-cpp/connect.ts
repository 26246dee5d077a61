import { stat } from "node:fs/promises";
import * as z from "zod";
import { KareninaError, variable } from "../../base/index.ts";
import { type Connect, type ResolvedModel, requirePackages } from "../definition/index.ts";
import { createLlamaCppLlm } from "./llm.ts";
import { createLlamaCppModels } from "./models.ts";

/** Names the folder whose `node_modules` has node-llama-cpp, where it is not installed beside karenina. */
const llamaPackageVariable = "KARENINA_LLAMA_CPP";

const count = z.int().positive().optional();

/** What `extra_kwargs` can say. */
const ExtraSettings = z.strictObject({
  /** Tokens of prompt and reply together; `max_context_tokens` is the same. */
  context_size: count,
  threads: count,
  gpu_layers: z.int().min(0).optional(),
  /** Replies generated at the same time. */
  parallel: count,
  seed: z.int().min(0).optional(),
  reuse_prompt: z.boolean().optional(),
});

/** A GGUF model in this process, through llama.cpp. Models of one file share its weights. */
export const connectLlamaCpp: Connect = async (model, { environment, clock, random, shared }) => {
  const packageFolder = variable(environment, llamaPackageVariable);
  if (packageFolder === undefined) requirePackages(["node-llama-cpp"], `model "${model.id}"`);
  const modelPath = model.modelPath ?? model.modelName;
  await requireFile(modelPath, model);
  const extra = extraSettings(model);
  return {
    kind: "llm",
    llm: createLlamaCppLlm({
      models: await shared("llama.cpp", async () => createLlamaCppModels({ packageFolder })),
      modelPath,
      maxTokens: model.maxTokens,
      clock,
      random,
      temperature: model.temperature ?? undefined,
      contextSize: model.maxContextTokens ?? extra.context_size,
      threads: extra.threads,
      gpuLayers: extra.gpu_layers,
      parallel: extra.parallel,
      seed: extra.seed,
      reusePrompt: extra.reuse_prompt,
    }),
  };
};

async function requireFile(file: string, { id }: ResolvedModel): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() === true) return;
  throw new KareninaError("file_not_found", `Model "${id}": found no model file at ${file}.`, {
    hint: "Give the path of a GGUF file as model_path.",
  });
}

function extraSettings({ id, extraKwargs }: ResolvedModel): z.infer<typeof ExtraSettings> {
  const read = ExtraSettings.safeParse(extraKwargs ?? {});
  if (read.success) return read.data;
  throw new KareninaError(
    "configuration",
    `Model "${id}": extra_kwargs of the interface llama_cpp cannot be read: ${z.prettifyError(read.error)}`,
    { hint: `It takes ${Object.keys(ExtraSettings.shape).join(", ")}.` },
  );
}
