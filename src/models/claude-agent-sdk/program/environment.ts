import path from "node:path";
import type { ResolvedConnection } from "../connection.ts";
import type { SessionFolder } from "./session-folder.ts";

/** Marks what a run has started; see `endMarked`. */
export const runVariable = "KARENINA_AGENT_RUN";

/** The descriptor on which the program finds its key. */
export const keyDescriptor = 3;

const inherited = ["LANG", "LC_ALL", "TZ", "SHELL", "SYSTEMROOT", "COMSPEC", "PATHEXT"];

/** What the program must not do while it is measured: talk to others, look for news, retry, remember, change models. */
const quiet = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_TELEMETRY: "1",
  DISABLE_ERROR_REPORTING: "1",
  DISABLE_AUTOUPDATER: "1",
  CLAUDE_CODE_MAX_RETRIES: "0",
  CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: "1",
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1",
  CLAUDE_CODE_DISABLE_CLAUDE_MDS: "1",
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: "1",
  CLAUDE_CODE_NO_MODEL_FALLBACK: "1",
  CLAUDE_CODE_DISABLE_REFUSAL_FALLBACK: "1",
  // the outputs of our tools are cut before they get there
  MAX_MCP_OUTPUT_TOKENS: "1000000",
};

/** True where the key can be handed over on a descriptor, out of sight of the commands the model runs. */
export const keyOnDescriptor = ({ credential }: ResolvedConnection): boolean =>
  credential.descriptorVariable !== undefined && process.platform !== "win32";

/** The whole environment of the program: nothing else of this process reaches it. */
export function programVariables(
  connection: ResolvedConnection,
  folder: SessionFolder,
  runId: string,
): Record<string, string> {
  const { environment, forward = [], credential, baseUrl, maxTokens } = connection;
  const handedOn = [...inherited, ...forward].flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const key =
    credential.descriptorVariable !== undefined && keyOnDescriptor(connection)
      ? { [credential.descriptorVariable]: String(keyDescriptor) }
      : { [credential.variable]: credential.secret };
  return {
    ...Object.fromEntries(handedOn),
    // the running Node first: it is the one that commands see wherever it lies
    PATH: [path.dirname(process.execPath), environment.PATH ?? ""].join(path.delimiter),
    ...{ HOME: folder.home, USERPROFILE: folder.home, CLAUDE_CONFIG_DIR: folder.config },
    ...{ TMPDIR: folder.temporary, TEMP: folder.temporary, CLAUDE_CODE_TMPDIR: folder.temporary },
    ...quiet,
    [runVariable]: runId,
    ...key,
    ...(baseUrl === undefined ? {} : { ANTHROPIC_BASE_URL: baseUrl.replace(/\/(v1\/?)?$/, "") }),
    ...(maxTokens === undefined ? {} : { CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(maxTokens) }),
  };
}
