import { type Clock, KareninaError, systemClock } from "../../base/index.ts";
import { type CallSite, endpointOf } from "../../http/index.ts";
import { anthropic } from "../vendors/index.ts";

/** How the Claude Agent SDK's program is started, and how it reaches its model. */
export interface ClaudeAgentSdkConnection {
  readonly modelName: string;
  /** Default: the environment's `ANTHROPIC_API_KEY`. */
  readonly apiKey?: string;
  /** Where the key comes from, named in the hint of a refused key. Default `ANTHROPIC_API_KEY`. */
  readonly keyName?: string;
  /** A token of `claude setup-token`, used when there is no key. Never taken from the environment by itself. */
  readonly oauthToken?: string;
  /** A bearer token, such as a gateway's, used when there is neither. Never taken from the environment by itself. */
  readonly authToken?: string;
  /** Default: Anthropic's own address. */
  readonly baseUrl?: string;
  /** Most tokens of one reply. Default: the program's. */
  readonly maxTokens?: number;
  /** The program. Default: the one the package was installed with. */
  readonly programPath?: string;
  /** Names of further variables that the program and its commands get, such as `HTTPS_PROXY`. Default none. */
  readonly forward?: readonly string[];
  /** Where variables are looked up. Default: the process's environment. */
  readonly environment?: { readonly [name: string]: string | undefined };
  readonly clock?: Clock;
}

/** A secret and how the program takes it. */
interface Credential {
  readonly secret: string;
  /** The variable that holds it. */
  readonly variable: string;
  /** The variable that names a descriptor it can be read from, which keeps it out of every environment. */
  readonly descriptorVariable?: string;
}

/** A connection with its defaults filled in. */
export interface ResolvedConnection extends ClaudeAgentSdkConnection {
  readonly credential: Credential;
  readonly site: CallSite;
  readonly environment: { readonly [name: string]: string | undefined };
  readonly clock: Clock;
}

const [keyVariable] = anthropic.keyVariables;

/** Throws `KareninaError` with code `missing_key` without a credential, and `configuration` for a bad base URL. */
export function resolveConnection(given: ClaudeAgentSdkConnection): ResolvedConnection {
  const { environment = process.env, clock = systemClock, modelName } = given;
  const credential = credentialOf(given, environment);
  if (credential === undefined) {
    throw new KareninaError("missing_key", `No credential for Claude: ${keyVariable} is not set.`, {
      hint: `Set ${keyVariable}, or hand over an OAuth token.`,
    });
  }
  const { shown } = endpointOf(given.baseUrl ?? anthropic.defaultUrl, "messages");
  const site = {
    modelName,
    url: shown,
    keyName: given.apiKey === undefined ? credential.variable : (given.keyName ?? credential.variable),
    secrets: [credential.secret],
  };
  return { ...given, environment, clock, credential, site };
}

function credentialOf(
  { apiKey, oauthToken, authToken }: ClaudeAgentSdkConnection,
  environment: { readonly [name: string]: string | undefined },
): Credential | undefined {
  const key = apiKey ?? environment[keyVariable];
  if (key)
    return {
      secret: key,
      variable: keyVariable,
      descriptorVariable: "CLAUDE_CODE_API_KEY_FILE_DESCRIPTOR",
    };
  if (oauthToken) {
    return {
      ...{ secret: oauthToken, variable: "CLAUDE_CODE_OAUTH_TOKEN" },
      descriptorVariable: "CLAUDE_CODE_OAUTH_TOKEN_FILE_DESCRIPTOR",
    };
  }
  return authToken ? { secret: authToken, variable: "ANTHROPIC_AUTH_TOKEN" } : undefined;
}
