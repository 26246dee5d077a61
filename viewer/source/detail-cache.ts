import type { ReportIndex, ResultDetail } from "../../src/report/index.ts";

/** Blocks that stay open; those that were not looked at for longest are closed. */
const mostBlocks = 12;

/** Finds the details of a result in the blocks that a report keeps them in; `load` gets a block by its place. */
export function detailCache(
  index: () => Promise<ReportIndex>,
  load: (block: number) => Promise<readonly ResultDetail[]>,
): (place: number) => Promise<ResultDetail> {
  const blocks = new Map<number, Promise<readonly ResultDetail[]>>();
  const details = new Map<number, Promise<ResultDetail>>();

  async function find(place: number): Promise<ResultDetail> {
    const { blocks: starts, questions, results } = await index();
    const block = starts.findLastIndex((start) => start <= place);
    const opened = blocks.get(block) ?? load(block);
    blocks.delete(block);
    blocks.set(block, opened);
    for (const old of [...blocks.keys()].slice(0, -mostBlocks)) blocks.delete(old);
    const view = (await opened)[place - (starts[block] ?? 0)];
    const question = questions[results.question[place] ?? -1];
    if (view === undefined || view.questionId !== question?.id)
      throw new Error(
        "The details are of another report: write it again, and keep page and folder together.",
      );
    return view;
  }

  return (place) => {
    const known = details.get(place) ?? find(place);
    details.delete(place);
    details.set(place, known);
    for (const old of [...details.keys()].slice(0, -4 * mostBlocks)) details.delete(old);
    return known;
  };
}
