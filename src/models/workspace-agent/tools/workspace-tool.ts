import * as z from "zod";
import { type JsonSchema, KareninaError, readErrorCode } from "../../../base/index.ts";
import type { Tool, ToolOutcome } from "../../../ports/index.ts";
import type { ToolTurns } from "./tool-turns.ts";

/** What a tool of the workspace is made from. */
interface WorkspaceTool<S extends z.ZodType> {
  readonly name: string;
  readonly description: string;
  readonly input: S;
  /** It changes files, or may: it runs alone and in its turn. */
  readonly changes: boolean;
  readonly run: (
    input: z.output<S>,
    options: { readonly signal: AbortSignal },
  ) => Promise<string | ToolOutcome>;
}

/** A tool whose every trouble is an outcome that the model can act on, without any path of this machine. */
export function workspaceTool<S extends z.ZodType>(
  { name, description, input, changes, run }: WorkspaceTool<S>,
  turns: ToolTurns,
): Tool {
  return {
    name,
    description,
    // zod's type allows keywords that ours does not list
    inputSchema: z.toJSONSchema(input, { io: "input" }) as JsonSchema,
    async call(written, { signal }) {
      const parsed = input.safeParse(written);
      if (!parsed.success) {
        return { text: `The arguments do not fit: ${z.prettifyError(parsed.error)}`, isError: true };
      }
      try {
        const outcome = await turns.take(changes, () => {
          signal.throwIfAborted();
          return run(parsed.data, { signal });
        });
        return typeof outcome === "string" ? { text: outcome, isError: false } : outcome;
      } catch (error) {
        if (signal.aborted) throw error;
        return { text: sentence(error), isError: true };
      }
    },
  };
}

const reasons: { readonly [code: string]: string } = {
  EACCES: "permission denied",
  EDQUOT: "no space left",
  EISDIR: "it is a folder",
  ELOOP: "it was replaced by a link",
  ENAMETOOLONG: "its name is too long",
  ENOENT: "it does not exist any more",
  ENOSPC: "no space left",
  ENOTDIR: "it is not a folder",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
};

/** Errors of the file system name paths of this machine, so only their code is told. */
function sentence(error: unknown): string {
  if (KareninaError.isInstance(error)) return [error.message, error.hint].filter(Boolean).join(" ");
  const code = readErrorCode(error);
  if (code === undefined) throw error;
  return `The file system refused: ${reasons[code] ?? code}.`;
}
