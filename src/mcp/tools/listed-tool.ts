import * as z from "zod";
import type { JsonSchema } from "../../base/index.ts";

/** A tool as its server lists it. */
export const ListedTool = z
  .object({
    name: z.string().min(1),
    title: z.string().nullish(),
    description: z.string().nullish(),
    inputSchema: z.looseObject({}).default({}),
    execution: z.object({ taskSupport: z.string().nullish() }).nullish().catch(null),
  })
  .transform(({ name, title, description, inputSchema, execution }) => ({
    name,
    description: description ?? title ?? "",
    // whatever the server wrote is handed to the model's provider, which reads more of JSON Schema than we name
    inputSchema: { ...inputSchema, type: "object" } as JsonSchema,
    /** It runs only as a background task, which karenina does not offer. */
    needsTask: execution?.taskSupport === "required",
  }));
export type ListedTool = z.infer<typeof ListedTool>;

/** One page of a server's tools. */
export const ToolPage = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().nullish() });
