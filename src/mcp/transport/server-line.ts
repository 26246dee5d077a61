import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

/** A way to talk to a server, not yet started. */
export interface ServerLine {
  readonly transport: Transport;
  /** What the server left behind that explains why it did not come up. */
  complaint?(): ServerComplaint;
  /** Takes leave of the server and frees what belongs to the line; calling it twice is fine. */
  close(): Promise<void>;
}

/** The end of a server's program. */
export interface ServerComplaint {
  readonly ended: string | undefined;
  readonly errorOutput: string;
}
