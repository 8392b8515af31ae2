/**
 * Owns the files by which a handbook's run tells others how far it has come. They follow the journal's state: whatever a
 * crash left undone is done when the run is next taken up, and nothing is told twice.
 */

import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { invariant } from '@harness/core/kernel/invariant'
import { stateFile } from '@harness/core/playbooks/handbook/handbook-document'
import { endReports } from '@harness/core/playbooks/handbook/report'
import type { HandbookState, Pattern } from '@harness/core/playbooks/handbook/state'
import { parseOverrunLine, printOverrunLine } from '@harness/formats/documents/handbook/overrun-line'
import { parsePatternLine, printPatternLine } from '@harness/formats/documents/handbook/pattern-line'
import { type AdoptedState, parseHandbookState } from '@harness/formats/documents/handbook/state-file'
import { durableReplace, removeTemporaries } from '../../machine/disk/durable-write.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import { followsState, type OwnSidecar } from '../../store/sidecars/run-sidecars.ts'
import {
  calibrationFile,
  haltFile,
  overrunsFile,
  patternsFile,
  shipReportFile,
  sidecarFiles,
} from './handbook-files.ts'
import { othersState } from './others-state.ts'

export interface HandbookSidecarOptions {
  readonly repoRoot: string
  /** What the state file held when this process began: what others put there stays. */
  readonly before: AdoptedState | null
  /** The state of the run; null if it begins. */
  readonly stood: HandbookState | null
}

export async function handbookSidecar(options: HandbookSidecarOptions): Promise<OwnSidecar<HandbookState>> {
  const { repoRoot, stood } = options
  const follow = followed(options)
  await removeTemporaries(repoRoot, sidecarFiles)
  await removeReport(repoRoot, haltFile)
  if (stood !== null) await follow(stood)
  return followsState(follow)
}

/** Brings every file up to what a state says; of what it wrote itself it writes only what has changed since. */
export function followed({
  repoRoot,
  before,
}: Pick<HandbookSidecarOptions, 'repoRoot' | 'before'>): (state: HandbookState) => Promise<void> {
  const at = (name: string): string => join(repoRoot, name)
  const written = new Map<string, string>()
  const put = async (name: string, text: string): Promise<void> => {
    if (written.get(name) === text) return
    await durableReplace(at(name), text)
    written.set(name, text)
  }
  const others = othersState(repoRoot, before)
  const overruns = lineFile(at(overrunsFile), (line) => parseOverrunLine(line) !== null)
  const patterns = lineFile(at(patternsFile), (line) => parsePatternLine(line) !== null)
  return async (state) => {
    await overruns.hold(state.overruns.map(printOverrunLine))
    await patterns.hold(state.patterns.map((pattern) => printPatternLine(pattern, digestOf)))
    const reports = endReports(state)
    const isHalt = reports.some(({ file }) => file === haltFile)
    if (isHalt && !written.has(haltFile))
      for (const file of [shipReportFile, calibrationFile] as const) await removeReport(repoRoot, file)
    for (const { file, text } of reports) await put(file, `${text}\n`)
    if (written.has(haltFile) && !isHalt) {
      await removeFile(at(haltFile))
      written.delete(haltFile)
    }
    // Before the run is begun there is nothing to tell.
    if (state.iteration.startedAt === 0) return
    const last = written.get(stateFile)
    if (last === others.print(state)) return
    if (last !== undefined) await others.look(last)
    const text = others.print(state)
    invariant(parseHandbookState(text, stateFile).ok, `${stateFile} is written as its schema says`)
    await put(stateFile, text)
  }
}

const beginnings = {
  [haltFile]: '# The handbook halted',
  [shipReportFile]: '# Ship readiness',
  [calibrationFile]: '# Calibration',
} as const

/** A report of an end that the run has gone on from; a file of the same name that is none stays. */
async function removeReport(repoRoot: string, file: keyof typeof beginnings): Promise<void> {
  const path = join(repoRoot, file)
  const text = await readFile(path, 'utf8').catch(() => '')
  if (text.startsWith(beginnings[file])) await removeFile(path)
}

interface LineFile {
  /** Appends those of the lines that are not there yet. */
  hold(lines: readonly string[]): Promise<void>
}

/** Lines that are only ever added to, each once; one that a crash cut short is written again. */
function lineFile(path: string, isWhole: (line: string) => boolean): LineFile {
  let known: Set<string> | null = null
  return {
    async hold(lines) {
      if (lines.length === 0) return
      known ??= await knownLines(path)
      for (const line of lines) {
        if (known.has(line)) continue
        invariant(isWhole(line), `${path} is written as its schema says`)
        appendFileSync(path, line)
        known.add(line)
      }
    },
  }
}

async function knownLines(path: string): Promise<Set<string>> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole !== text) await durableReplace(path, whole)
  return new Set(whole.split('\n').map((line) => `${line}\n`))
}

const digestOf = (summary: Pattern['summary']): string => createHash('sha256').update(summary).digest('hex')
