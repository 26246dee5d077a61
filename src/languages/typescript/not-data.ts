import { messageOf } from "../../base/index.ts";

/** Ends the reading of source at a construct that has to be run to be known. */
export class NotData extends Error {
  readonly construct: string;
  /** Where it stands. */
  readonly at: number;

  constructor(construct: string, { start }: { readonly start: number }) {
    super(construct);
    this.construct = construct;
    this.at = start;
  }

  /** What an authoring function refuses: the sandbox says so in its own words. */
  static from(error: unknown, node: { readonly start: number }): NotData {
    return error instanceof NotData ? error : new NotData(`what is refused: ${messageOf(error)}`, node);
  }
}
