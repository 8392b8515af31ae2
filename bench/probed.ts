/**
 * Runs the program with the probe and tells what that noted: when each process that it started began, and when its end was
 * noticed. An end that was noticed late, because the thread had other things to do, counts as the process's own.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './interleaved.ts'
import { callWith } from './processes.ts'
import type { Ground } from './row.ts'

/** What the probe writes down; times in milliseconds. */
export interface Probed {
  readonly wall: number
  readonly thread: number
  readonly starting: number
  readonly spans: readonly Span[]
  readonly heaps: readonly number[]
}

interface Span {
  readonly from: number
  readonly to: number
}

export function probed(
  { folder, program, probe }: Ground,
  root: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Probed {
  const report = join(folder, 'probe.json')
  const node = ['--expose-gc', '--require', probe]
  callWith({ ...env, HARNESS_PROBE: report }, root, process.execPath, ...node, program, ...args)
  return JSON.parse(readFileSync(report, 'utf8')) as Probed
}

export const sumOf = (spans: readonly Span[]): number =>
  spans.reduce((all, { from, to }) => all + to - from, 0)

/** What they take together where some are at once. */
export function together(spans: readonly Span[]): number {
  let [sum, end] = [0, 0]
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    sum += Math.max(0, to - Math.max(from, end))
    end = Math.max(end, to)
  }
  return sum
}

/** The median of a quarter, in MB. */
export function heapIn(heaps: readonly number[], quarter: 2 | 4): number {
  const at = (nth: number): number => Math.round((nth * heaps.length) / 4)
  return median(heaps.slice(at(quarter - 1), at(quarter))) / 1e6
}
