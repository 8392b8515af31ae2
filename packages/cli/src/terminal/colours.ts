/** Owns the few colours that are used, each by its meaning; a word always says the same as the colour. */
import { createColors } from 'picocolors'

type Paint = (text: string) => string

export interface Colours {
  readonly good: Paint
  readonly bad: Paint
  readonly warn: Paint
  readonly strong: Paint
  readonly faint: Paint
}

export function coloursFor(enabled: boolean): Colours {
  const { green, red, yellow, bold, dim } = createColors(enabled)
  return { good: green, bad: red, warn: yellow, strong: bold, faint: dim }
}
