import { expect, test } from "vitest";
import { readEvents } from "./read-stream.ts";
import { textPieces } from "./reply-text.ts";

/** The events of a stream that comes in pieces of so many bytes. */
async function eventsOf(text: string, pieceBytes: number): Promise<readonly string[]> {
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
  return Array.fromAsync(readEvents(textPieces(ReadableStream.from(pieces), "utf-8")));
}

const lines = [": hello", "", "event: delta", "data: It is ", "data: é BCL2.", "", "data:more", "", ""];

test.each([
  ["LF", "\n"],
  ["CRLF", "\r\n"],
  ["CR", "\r"],
])("lines of events may end with %s, wherever a piece is cut", async (_name, end) => {
  const text = lines.join(end);
  for (const size of [1, 2, 3, 7, text.length * 2])
    expect(await eventsOf(text, size)).toEqual(["It is \né BCL2.", "more"]);
});

test("an event whose lines end with CR is told before the next byte comes", async () => {
  let more: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      more = controller;
      controller.enqueue(new TextEncoder().encode("data: one\r\r"));
    },
  });
  const events = readEvents(textPieces(body, "utf-8"));
  expect(await events.next()).toEqual({ done: false, value: "one" });
  more?.enqueue(new TextEncoder().encode("\ndata: [DONE]\r\n\r\n"));
  expect(await events.next()).toEqual({ done: true, value: undefined });
});
