import type { AgentPort, Workspace } from "../../ports/index.ts";
import type { Prompt } from "../../prompt/index.ts";
import type { ContextMode } from "../../rubric/index.ts";
import type { Message } from "../../trace/index.ts";
import type { Judge } from "../judge.ts";

/** A judge that can go and look. */
export interface InvestigatingJudge extends Judge {
  /** Null: the model has no agent; it can only read a trace. */
  readonly agent: AgentPort | null;
}

/** What the answering side left behind. */
export interface AnswerMaterial {
  readonly question: string;
  /** Everything the answering side said and did, as text. */
  readonly trace: string;
  /** A time limit ended the answer. */
  readonly cutOff: boolean;
  /** The folder it worked in; null: there is none. */
  readonly workspace: Workspace | null;
  /**
   * Where an investigator finds the trace that gets it as a file; relative to its folder. Another place is taken where the
   * answering side left something in the way.
   */
  readonly traceFile: string;
  /** A new folder with nothing in it, for an investigator that is to see the trace alone; whoever asks releases it. */
  emptyFolder(): Promise<Workspace>;
}

/** What an investigator is shown of an answer. */
export interface InvestigationView {
  readonly contextMode: ContextMode;
  /** The trace is a file in its folder, not part of the prompt. */
  readonly traceAsFile: boolean;
}

/** What an investigation may look at. */
export interface InvestigationMaterial extends AnswerMaterial, InvestigationView {}

/** How long an investigation may take. */
export interface InvestigationLimits {
  /** Model calls. */
  readonly maxTurns: number;
  /** Wall clock, in milliseconds. */
  readonly timeoutMs: number;
}

/** One investigation to be made. */
export interface InvestigateRequest {
  /** Made when the folder is ready: the trace may have to stand in another place than was wanted. */
  prompt(material: InvestigationMaterial): Prompt;
  /** The user's own instructions, last in the system text. */
  readonly instructions: string | null | undefined;
  readonly material: InvestigationMaterial;
  readonly limits: InvestigationLimits;
}

/** What an investigation found. */
export interface Investigation {
  /** What the investigator was sent. */
  readonly asked: readonly Message[];
  /** What it said and did. */
  readonly messages: readonly Message[];
  /** The same as text, with a header per message where tools were used. */
  readonly trace: string;
  /** What it ends on: the final message; null: it came to no end. */
  readonly report: string | null;
  /** Why there is no report; null: there is one. */
  readonly unfinished: string | null;
  readonly warnings: readonly string[];
}
