// Takes the prose out of Markdown: all but its code. Code is blanked, so that an offset in the prose is the same offset in
// the file.
const blank = (text) => text.replace(/[^\n]/g, ' ')

export const proseOfMarkdown = (text) =>
  text
    .replace(/^( *)(```|~~~)[\s\S]*?^\1\2.*$/gm, blank)
    .replace(/(`+)[^`]+\1/g, blank)
    .replace(/\]\([^)\s]*\)/g, blank)
