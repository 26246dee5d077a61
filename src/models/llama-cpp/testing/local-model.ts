import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

/** A folder with node-llama-cpp and a model. */
interface LocalModel {
  readonly packageFolder: string;
  readonly modelPath: string;
}

/** What `npm run local-model` fetched, or what is in the folder KARENINA_LLAMA_CPP; says in one line when there is nothing. */
export function findLocalModel(test: string): LocalModel | undefined {
  const packageFolder = resolve(process.env.KARENINA_LLAMA_CPP ?? ".local-model");
  const file = existsSync(packageFolder)
    ? readdirSync(packageFolder).find((name) => name.endsWith(".gguf"))
    : undefined;
  if (file !== undefined && existsSync(join(packageFolder, "node_modules", "node-llama-cpp"))) {
    return { packageFolder, modelPath: join(packageFolder, file) };
  }
  console.log(
    `${test}: skipped, ${packageFolder} has no package and model; "npm run local-model" fetches both.`,
  );
  return undefined;
}
