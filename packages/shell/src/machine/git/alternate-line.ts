/** Writes the path of an object store as `objects/info/alternates` wants it. */

/** A path that begins like a comment or holds a line break has to stand in quotes. */
export const alternateLine = (path: string): string =>
  /["\\\n]/.test(path)
    ? `"${path.replace(/["\\]/g, (character) => `\\${character}`).replaceAll('\n', '\\n')}"`
    : path
