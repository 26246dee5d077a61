import type { JsonObject } from "../../base/index.ts";
import type { CallReply } from "../tools/call-reply.ts";
import type { ListedTool } from "../tools/listed-tool.ts";

/** An open session with a server. */
export interface Connection {
  /** The session is over; nothing can be sent any more. */
  readonly closed: boolean;
  listTools(signal: AbortSignal): Promise<readonly ListedTool[]>;
  /**
   * One call. Firing the signal tells the server to stop. Rejects with whatever went wrong.
   *
   * @param options.onProgress called whenever the server reports progress
   */
  callTool(
    name: string,
    input: JsonObject,
    options: { readonly signal: AbortSignal; readonly onProgress: () => void },
  ): Promise<CallReply>;
  /** Ends the session, whatever still runs in it; calling it twice is fine. */
  close(): Promise<void>;
  /** Ends the session when the calls that run in it have ended. */
  retire(): Promise<void>;
}
