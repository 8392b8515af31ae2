/** How many words a text has. Too simple: it counts every space. */
export const countWords = (text) => text.split(' ').length
