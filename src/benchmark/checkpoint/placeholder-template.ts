const head = 'class Answer(BaseAnswer):\n    """Answer template for: ';
const tail = `..."""

    response: str = Field(description="The answer response")

    def verify(self) -> bool:
        # Default template: returns False to indicate custom verification needed
        return False`;
const excerptLength = 50;

/** The template that stands in a file where a question has none: readers of the format require one. */
export function placeholderTemplate(questionText: string): string {
  return `${head}${[...questionText].slice(0, excerptLength).join("")}${tail}\n`;
}

/**
 * True for a placeholder of any question text, so that editing a question does not turn its placeholder into a template;
 * true for blank text, too.
 */
export function isPlaceholderTemplate(source: string): boolean {
  const text = source.replaceAll("\r\n", "\n").trim();
  if (text === "") return true;
  if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return false;
  const excerpt = text.slice(head.length, -tail.length);
  // A code point has at most two units; the first test spares a long text from being taken apart.
  return excerpt.length <= 2 * excerptLength && [...excerpt].length <= excerptLength;
}
