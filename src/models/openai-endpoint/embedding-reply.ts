import * as z from "zod";

/** The parts of an embeddings reply that are read. */
export const EmbeddingsReply = z.object({
  model: z.string().nullish(),
  data: z.array(z.object({ index: z.int().nonnegative().nullish(), embedding: z.array(z.number()).min(1) })),
  usage: z.object({ prompt_tokens: z.number().nullish(), total_tokens: z.number().nullish() }).nullish(),
});
export type EmbeddingsReply = z.infer<typeof EmbeddingsReply>;

/** The vectors in the order of the texts; undefined unless there is one of equal length for each. */
export function vectorsOf(reply: EmbeddingsReply, texts: number): readonly (readonly number[])[] | undefined {
  const vectors: (readonly number[])[] = [];
  for (const [place, { index, embedding }] of reply.data.entries()) vectors[index ?? place] = embedding;
  const length = vectors[0]?.length;
  const complete = vectors.length === texts && Object.keys(vectors).length === texts;
  return complete && vectors.every((vector) => vector.length === length) ? vectors : undefined;
}
