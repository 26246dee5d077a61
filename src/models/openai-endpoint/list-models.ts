import * as z from "zod";
import { createHttpClient, type EndpointOptions, endpointConnection } from "../../http/index.ts";

const ModelList = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The names of the models that an OpenAI-compatible server offers; none where it does not say. Never rejects. */
export async function listOpenAiModels(
  options: EndpointOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { url, headers } = endpointConnection(options, "models");
  await using client = createHttpClient();
  try {
    const reply = await client.fetch(url, { headers, signal });
    return ModelList.parse(await reply.json()).data.map(({ id }) => id);
  } catch {
    return [];
  }
}
