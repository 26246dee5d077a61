import { weightOfJson } from "../../http/index.ts";

/** Most bytes that a server may send in one message, or without answering, where nothing else is said: 64 MiB. */
export const defaultLongestMessageBytes = 64 * 1024 * 1024;

/** Most replies of ours to what a server asks that are on their way at a time; what it asks beyond stays unanswered. */
export const mostReplies = 256;

/** The reply that a server gets beyond them. */
export const tooManyReplies = () => new Error("the server asks more than it takes replies to");

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** A message ends in at least one of them, and costs more than its bytes. */
const weightOfLineEnd = 320;

/** What a chunk of messages counts for, a line each or more. */
export function weightOfLines(chunk: Uint8Array): number {
  let ends = 0;
  for (let at = 0; at < chunk.length; at += 1)
    if (chunk[at] === lineFeed || chunk[at] === carriageReturn) ends += 1;
  return weightOfJson(chunk) + ends * weightOfLineEnd;
}
