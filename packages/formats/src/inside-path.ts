/**
 * Owns which paths may be named in files that people and agents write: relative, with forward slashes, and never able
 * to leave the repository, to reach git's own folder or to open a device. Links are the reader's business.
 */
import * as z from 'zod'

const device =
  '(?:[cC][oO][nN]|[pP][rR][nN]|[aA][uU][xX]|[nN][uU][lL]|[cC][oO][mM]\\d|[lL][pP][tT]\\d)(?:\\.[^/]*)?'
const segment = `(?!(?:\\.\\.|\\.[gG][iI][tT]|${device})[ .]*(?:/|$))[^/\\\\:\\u0000-\\u001f\\u007f]+`

/** Written so that it means the same in a JSON Schema. */
export const insidePathPattern = new RegExp(`^(?=[^/])${segment}(?:/+${segment})*/*$`)

export const isInsidePath = (path: string): boolean => path.length <= 1000 && insidePathPattern.test(path)

export const insidePath = z
  .string()
  .max(1000)
  .regex(insidePathPattern, 'a relative path inside the repository, with forward slashes')
