import { expect, test } from "vitest";
import { eventReader } from "./event-stream.ts";

test("events are read in whatever pieces they come, after a mark of the order of bytes too", () => {
  const stream = Buffer.from('\ufeffdata: {"é":1}\r\n\r\n: nothing\ndata: a\ndata:b\n\ndata: \ufeffc');
  for (let size = 1; size <= stream.length; size += 1) {
    const events: string[] = [];
    const reader = eventReader((data) => void events.push(data));
    for (let at = 0; at < stream.length; at += size) reader.push(stream.subarray(at, at + size));
    reader.end();
    expect(events).toEqual(['{"é":1}', "a\nb", "\ufeffc"]);
  }
});
