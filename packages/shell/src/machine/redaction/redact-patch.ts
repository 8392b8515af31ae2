/**
 * Hides known secret values in a patch that may be the only copy of a person's work. It still applies: only lines that it
 * adds are touched, each for itself, and its first line says so. What merely looks like a key stays, for it may be work.
 */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { TextStage } from '../process/text-stage.ts'

/** A stage for bytes read as Latin-1 that hides known values, and reports each. */
export type ValueStage = (onHit: () => void) => TextStage

const header =
  '[harness] Known secret values in lines that this patch adds were replaced by [redacted:NAME]. It applies as it is; put them in again by hand.\n\n'

/** Writes the patch without the values to the new file `to`; false, and nothing written, if it has none. */
export async function redactPatch(from: string, to: string, values: ValueStage): Promise<boolean> {
  let hits = 0
  const hit = (): void => {
    hits++
  }
  for await (const _ of withoutValues(from, values(hit))) if (hits > 0) break
  if (hits === 0) return false
  const file = await open(to, 'wx', 0o600)
  try {
    await file.write(header)
    for await (const text of withoutValues(from, values(hit))) await file.write(text, null, 'latin1')
    await file.sync()
  } finally {
    await file.close()
  }
  return true
}

const fileBegins = 'diff --git '
const hunkBegins = '@@ '

async function* withoutValues(path: string, stage: TextStage): AsyncGenerator<string> {
  /** The beginning of a line that is too short to say what kind it is. */
  let rest = ''
  let line: 'begins' | 'added' | 'other' = 'begins'
  let inHunk = false
  for await (const chunk of createReadStream(path, 'latin1')) {
    const text = rest + String(chunk)
    rest = ''
    let out = ''
    for (let at = 0, end = 0; at < text.length; at = end) {
      const newline = text.indexOf('\n', at)
      end = newline === -1 ? text.length : newline + 1
      if (line === 'begins') {
        if (newline === -1 && end - at < fileBegins.length) {
          rest = text.slice(at)
          break
        }
        if (text.startsWith(fileBegins, at)) inHunk = false
        else if (text.startsWith(hunkBegins, at)) inHunk = true
        line = inHunk && text[at] === '+' ? 'added' : 'other'
        if (line === 'added') {
          out += '+'
          at++
        }
      }
      out += line === 'added' ? stage.push(text.slice(at, end)) : text.slice(at, end)
      if (newline === -1) continue
      if (line === 'added') out += stage.end()
      line = 'begins'
    }
    yield out
  }
  yield stage.end() + rest
}
