/** Strips control sequences from text that comes in pieces, of whatever length its lines are. */

import type { TextStage } from '../process/text-stage.ts'
import { controlAt, stripControl } from './strip-control.ts'

/** No sequence that means anything is longer; of one that is, the rest is shown as the text it consists of. */
const longestSequence = 16 * 1024

export function createStripStage(): TextStage {
  let held = ''
  return {
    push(text) {
      held += text
      const cut = certainUpTo(held)
      const out = stripControl(held.slice(0, cut))
      held = held.slice(cut)
      return out
    },
    end() {
      const out = stripControl(held)
      held = ''
      return out
    },
  }
}

/** The start of the last sequence that more text could continue; all of the text if there is none. */
function certainUpTo(text: string): number {
  const last = text.charCodeAt(text.length - 1)
  if (last >= 0xd800 && last < 0xdc00) return text.length - 1
  for (let at = text.length - 1; at >= 0 && at >= text.length - longestSequence; at--) {
    const code = text.charCodeAt(at)
    if (code === lineFeed) return text.length
    if (beginsSequence(code)) return at + controlAt(text, at).length === text.length ? at : text.length
  }
  return text.length
}

const lineFeed = 0x0a

/** Escape, the one-byte forms of what begins with it, and a carriage return, which a line feed may follow. */
const beginsSequence = (code: number): boolean =>
  code === 0x1b || code === 0x0d || (code >= 0x80 && code < 0xa0)
