/** Hands logs of failed checks and jobs to an agent: each whole as a file in its lane, and quoted if the playbook says so. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { ShownLog } from '@harness/core/effects/run-agent'
import { fenced, type Slice } from '@harness/core/kernel/envelope'
import { logExcerpt } from '@harness/formats/text/log-excerpt'
import type { AgentPorts } from '../port/agent-ports.ts'
import { layCopy } from './material-folder.ts'

/** All quotes of an envelope together. */
const longestChars = 24_000

export async function logSlices(
  logs: readonly ShownLog[],
  lane: string,
  { runDir, sanitise }: Pick<AgentPorts, 'runDir' | 'sanitise'>,
): Promise<readonly Slice[]> {
  if (logs.length === 0) return []
  const limit = Math.floor(longestChars / logs.length)
  const texts: string[] = []
  for (const { title, log, quoted } of logs) {
    const path = join(runDir, log)
    if (!existsSync(path)) {
      texts.push(`There is no log of ${title} in the folder of the run.`)
      continue
    }
    const place = await layCopy(lane, `${basename(dirname(log))}-${basename(log)}`, path)
    const quote = quoted ? sanitise(logExcerpt(await readFile(path, 'utf8'), limit)) : null
    texts.push(
      `The whole log of ${title}: ${place} in the lane.${quote === null ? '' : `\n${fenced(`a part of the log of ${title}`, quote)}`}`,
    )
  }
  return [{ label: 'Logs', stability: 'pass', text: texts.join('\n\n') }]
}
