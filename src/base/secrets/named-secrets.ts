import { existsSync } from "node:fs";
import path from "node:path";
import type { Environment } from "../environment.ts";
import { isSecretName } from "./secret-name.ts";

/** The values of variables that are secrets by their names, whatever settings name them. */
export function namedSecrets(environment: Environment): readonly string[] {
  return Object.entries(environment).flatMap(([name, value = ""]) =>
    // a short one, or one without a digit, may be a word
    isSecretName(name) && value.length >= 12 && /\d/.test(value) && !leadsSomewhere(value) ? [value] : [],
  );
}

/** True for the path of a file or folder, such as that of a file with credentials. */
const leadsSomewhere = (value: string) => path.isAbsolute(value) && existsSync(value);
