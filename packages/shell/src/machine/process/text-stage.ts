/** A step that text passes through in pieces: any cutting into pieces gives the same text in the end. */
export interface TextStage {
  /** What is certain now; the rest is held back until more is known. */
  push(text: string): string
  /** What was held back. */
  end(): string
}
