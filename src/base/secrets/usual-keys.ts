import type { Environment } from "../environment.ts";

/** The values of the variables whose names vendors use for keys, such as `OPENAI_API_KEY`. */
export function usualKeys(environment: Environment): readonly string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value && /_(API_KEY|AUTH_TOKEN|OAUTH_TOKEN)$/.test(name) ? [value] : [],
  );
}
