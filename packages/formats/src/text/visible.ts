/** Owns spelling out what a terminal would hide, for text that a person must judge: control characters, long gaps. */

/** Everything that is not seen, or moves what is seen: escapes, bidirectional controls, odd spaces, fillers. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu

/** A gap that could push the rest of a line out of sight. */
const gap = /(?<=\S)[ \t]{9,}/g

/** Line feeds and tabs stay. */
export const visible = (text: string): string =>
  text.replace(hidden, spelled).replace(gap, (spaces) => ` <${spaces.length} spaces> `)

const spelled = (character: string): string =>
  character === '\n' || character === '\t'
    ? character
    : `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`
