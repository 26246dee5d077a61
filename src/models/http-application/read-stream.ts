import { lineReader } from "../../base/index.ts";

const longestLineBytes = 64 * 1024 * 1024;

/** A service says in its reply that it failed; the message is what it says. */
export class ToldError extends Error {}

/** The lines of a body, as they come. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const reader = lineReader(longestLineBytes);
  for await (const piece of pieces) yield* reader.push(Buffer.from(piece));
  yield* reader.push(Buffer.from("\n"));
}

/** The same with the line ends of server-sent events, CR, LF or CRLF, as LF each; a CR ends its line at once. */
async function* withLineFeeds(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let isAfterReturn = false;
  for await (const piece of pieces) {
    if (piece === "") continue;
    yield (isAfterReturn && piece.startsWith("\n") ? piece.slice(1) : piece).replaceAll(/\r\n?/g, "\n");
    isAfterReturn = piece.endsWith("\r");
  }
}

/**
 * The data of server-sent events, an event after the other, up to the end of the stream or to `[DONE]`; comments and other
 * fields are passed over.
 *
 * @throws ToldError for an event named `error`.
 */
export async function* readEvents(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let data: string[] = [];
  let name = "";
  for await (const line of linesOf(withLineFeeds(pieces))) {
    if (line === "") {
      const isError = name === "error";
      name = "";
      if (isError) throw new ToldError(data.join("\n"));
      if (data.length === 0) continue;
      const text = data.join("\n");
      data = [];
      if (text.trim() === "[DONE]") return;
      yield text;
    } else if (line.startsWith("event:")) name = line.slice("event:".length).trim();
    else if (line.startsWith("data:")) data.push(line.slice(line.startsWith("data: ") ? 6 : 5));
  }
  if (name === "error") throw new ToldError(data.join("\n"));
  const rest = data.join("\n");
  if (data.length > 0 && rest.trim() !== "[DONE]") yield rest;
}

/** The lines of a stream that is a JSON value in each. */
export async function* readJsonLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of linesOf(pieces)) if (line.trim() !== "") yield line;
}
