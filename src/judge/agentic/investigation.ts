import type { AgentPort, Workspace } from "../../ports/index.ts";
import type { ContextMode } from "../../rubric/index.ts";
import type { Message } from "../../trace/index.ts";
import type { Prompt } from "../assemble.ts";
import type { Judge } from "../judge.ts";

/** A judge that can go and look. */
export interface InvestigatingJudge extends Judge {
  /** Null: the model has no agent; it can only read a trace. */
  readonly agent: AgentPort | null;
}

/** What an investigation may look at. */
export interface InvestigationMaterial {
  readonly question: string;
  /** Everything the answering side said and did, as text. */
  readonly trace: string;
  /** What the answering agent left; null: there is no workspace. */
  readonly workspace: Workspace | null;
  readonly contextMode: ContextMode;
  /** Path inside the workspace under which the agent finds the trace, in place of reading it in the prompt; null: in the prompt. */
  readonly traceFile: string | null;
}

/** How long an investigation may take. */
export interface InvestigationLimits {
  /** Model calls. */
  readonly maxTurns: number;
  /** Wall clock, in milliseconds. */
  readonly timeoutMs: number;
}

/** One investigation to be made. */
export interface InvestigateRequest {
  readonly prompt: Prompt;
  /** The user's own instructions, last in the system text. */
  readonly instructions: string | null | undefined;
  readonly material: InvestigationMaterial;
  readonly limits: InvestigationLimits;
}

/** What an investigation found. */
export interface Investigation {
  readonly messages: readonly Message[];
  /** The whole as text, with a header per message where tools were used. */
  readonly trace: string;
  /** What it ends on: the final message; null: it was cut short by a limit. */
  readonly report: string | null;
  /** Why there is no report; null: there is one. */
  readonly unfinished: string | null;
  readonly warnings: readonly string[];
}
