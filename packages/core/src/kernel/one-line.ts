/** The text on one line: each run of white space becomes one space, and none stays at the ends. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
