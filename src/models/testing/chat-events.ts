import { isJsonObject, jsonObjectsIn } from "../../base/index.ts";

/**
 * A chat completion as the events of a stream, every text in pieces of 4 characters, or in 200 pieces; undefined for
 * another body.
 *
 * @param body as it would be sent at once
 */
export function chatEvents(body: unknown): readonly string[] | undefined {
  if (!isJsonObject(body)) return undefined;
  const { usage, choices, ...rest } = body;
  const [choice] = jsonObjectsIn(choices);
  if (choice === undefined || !isJsonObject(choice.message)) return undefined;
  const { tool_calls: calls, role, ...texts } = choice.message;
  const event = (delta: object, finish: unknown = null) =>
    `data: ${JSON.stringify({ ...rest, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const pieces = (text: string) => {
    const size = Math.max(4, Math.ceil(text.length / 200));
    return text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
  };
  const { content, ...thinking } = texts;
  // models think before they say something
  const said = Object.entries({ ...thinking, content }).flatMap(([member, text]) =>
    typeof text === "string" ? pieces(text).map((piece) => event({ [member]: piece })) : [],
  );
  const called = jsonObjectsIn(calls).flatMap(({ function: called, ...call }, index) => {
    if (!isJsonObject(called)) return [];
    const { name, arguments: written } = called;
    const begin = event({ tool_calls: [{ index, ...call, function: { name, arguments: "" } }] });
    const parts = typeof written === "string" ? pieces(written) : [written];
    return [begin, ...parts.map((part) => event({ tool_calls: [{ index, function: { arguments: part } }] }))];
  });
  return [
    event({ role, content: "" }),
    ...said,
    ...called,
    event({}, choice.finish_reason),
    ...(usage === undefined ? [] : [`data: ${JSON.stringify({ ...rest, choices: [], usage })}\n\n`]),
    "data: [DONE]\n\n",
  ];
}
