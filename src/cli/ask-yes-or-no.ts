/** Asks on the terminal; cancelling is a no. */
export async function askYesOrNo(question: string): Promise<boolean> {
  const { confirm } = await import("@clack/prompts");
  return (await confirm({ message: question, initialValue: false })) === true;
}
