import { expect, test } from "vitest";
import { CallReply, outcomeOf } from "./call-reply.ts";

const textOf = (reply: object) => outcomeOf(CallReply.parse(reply)).text;
const data = Buffer.from("123456").toString("base64");

test("texts stand one below the other, everything else is named", () => {
  const content = [
    { type: "text", text: "one" },
    { type: "image", data, mimeType: "image/png" },
    { type: "audio", data, mimeType: "audio/wav" },
    { type: "resource", resource: { uri: "file:///a", mimeType: "text/plain", text: "two" } },
    { type: "resource", resource: { uri: "file:///b", blob: data } },
    { type: "resource_link", uri: "file:///c", name: "c", mimeType: "text/csv", size: 1234 },
    { type: "hologram", volume: 3 },
    7,
  ];
  expect(textOf({ content })).toBe(
    [
      "one",
      "[image: image/png, 6 bytes]",
      "[audio: audio/wav, 6 bytes]",
      "two",
      "[resource: unknown type, 6 bytes, file:///b]",
      "[resource link: text/csv, 1,234 bytes, c, file:///c]",
      "[content of the kind hologram]",
      "[content that cannot be read]",
    ].join("\n"),
  );
});

test("structured content is shown where there is no text", () => {
  const structuredContent = { rows: [1, 2] };
  expect(textOf({ structuredContent })).toBe('{"rows":[1,2]}');
  expect(textOf({ content: [{ type: "text", text: "two rows" }], structuredContent })).toBe("two rows");
  expect(textOf({ content: [{ type: "image", data, mimeType: "image/png" }], structuredContent })).toBe(
    '[image: image/png, 6 bytes]\n{"rows":[1,2]}',
  );
});

test("a failure without words gets some; a success without content is empty", () => {
  expect(outcomeOf(CallReply.parse({ content: [], isError: true }))).toEqual({
    text: "The tool failed and does not say why.",
    isError: true,
  });
  expect(outcomeOf(CallReply.parse({}))).toEqual({ text: "", isError: false });
});
