import { constants } from "node:buffer";
import { expect, it } from "vitest";
import { asked } from "./statements.ts";

it("says of a text that is longer than any can be how much of it can be asked for", async () => {
  const bytes = Buffer.alloc(constants.MAX_STRING_LENGTH + 1);
  await expect(asked(async () => bytes.toString("latin1"))).rejects.toMatchObject({
    code: "invalid_input",
    message: "A text of the answer has more than 536,870,888 characters.",
    hint: expect.stringContaining("left(text, 1000)"),
  });
});
