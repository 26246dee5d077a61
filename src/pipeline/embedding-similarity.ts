import { renderPythonJson } from "../base/index.ts";
import type { EmbedderPort } from "../ports/index.ts";
import type { ComparableValues } from "../template/index.ts";
import type { StageContext } from "./stage.ts";

/** The two texts whose embeddings are compared. */
interface EmbeddingTexts {
  readonly expected: string;
  readonly extracted: string;
}

/** Both sides as JSON with sorted keys, so that equal values give equal texts. */
export function embeddingTexts({ expected, extracted }: ComparableValues): EmbeddingTexts {
  return {
    expected: renderPythonJson(expected, { sortKeys: true }),
    extracted: renderPythonJson(extracted, { sortKeys: true }),
  };
}

/** Cosine similarity of two texts in 0..1; negative values count as 0. */
export async function similarity(
  embedder: EmbedderPort,
  texts: EmbeddingTexts,
  { signal, observer, task }: Pick<StageContext, "signal" | "observer" | "task">,
): Promise<number> {
  const [expected, extracted] = await embedder.embed([texts.expected, texts.extracted], {
    signal,
    observer,
    timeoutMs: task.parsing.requestTimeoutMs,
  });
  return cosine(expected ?? [], extracted ?? []);
}

function cosine(a: readonly number[], b: readonly number[]): number {
  let dot = 0;
  let lengthA = 0;
  let lengthB = 0;
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const x = a[i] ?? 0;
    const y = b[i] ?? 0;
    dot += x * y;
    lengthA += x * x;
    lengthB += y * y;
  }
  const scale = Math.sqrt(lengthA * lengthB);
  return scale === 0 ? 0 : Math.min(1, Math.max(0, dot / scale));
}
