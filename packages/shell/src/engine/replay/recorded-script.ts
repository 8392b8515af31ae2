/** Turns a run's recordings into a script that plays the same agents: one rule per turn, in the order in which they came. */

import { posix } from 'node:path'
import { type AgentFinished, isAgentFinished } from '@harness/core/effects/run-agent'
import { isOutcome } from '@harness/core/kernel/event'
import type { CommandId } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { type PrintedStep, type PrintedTurn, printScript } from '@harness/formats/records/script/print-script'
import { readIndex } from '../../effects/agents/call/call-index.ts'
import { recordedTurn } from '../../effects/agents/call/recorded-turn.ts'
import { blobBytes } from '../../machine/git/blobs.ts'
import { git } from '../../machine/git/git.ts'
import type { RunRef } from '../../store/port/run-store.ts'
import { type RecordedRun, readRecordedRun } from './recorded-run.ts'

/** `repoRoot` is the repository the run worked on: what agents changed is read from its objects. */
export async function recordedScript(repoRoot: string, stateDir: string, named: RunRef): Promise<string> {
  const run = await readRecordedRun(stateDir, named, null)
  const runDir = run.dir
  const turns: PrintedTurn[] = []
  for (const { command, role, turn } of await readIndex(runDir)) {
    const result = await recordedTurn(runDir, command, turn)
    if (result === null) continue
    const { spending, error } = result
    turns.push({
      role,
      steps: turn === 1 ? await stepsOf(repoRoot, run, command) : [],
      answer:
        error === null
          ? result.structured === undefined
            ? { reply: result.text }
            : { json: result.structured }
          : { fail: error.kind, ...resets(run, command, error.resetsAt) },
      usage: spending.usage,
      usd: spending.usd,
    })
  }
  if (turns.length === 0)
    throw new UserError('run-empty', `No agent was called in ${runDir}.`, {
      next: 'See all runs: harness runs',
    })
  return printScript(turns, `Recorded from run ${run.started.runId}; rules answer once each, in this order.`)
}

function resets(run: RecordedRun, command: CommandId, resetsAt: number | undefined) {
  const at = run.outcomes.get(command)?.at
  if (resetsAt === undefined || at === undefined) return {}
  return { resetsIn: `${Math.max(1, Math.round((resetsAt - at) / 1000))}s` }
}

/** What the agent changed, as the whole content of each file it left behind. */
async function stepsOf(
  repoRoot: string,
  run: RecordedRun,
  command: CommandId,
): Promise<readonly PrintedStep[]> {
  const outcome = run.outcomes.get(command)
  if (outcome === undefined || !isOutcome(outcome) || !isAgentFinished(outcome)) return []
  const steps: PrintedStep[] = []
  for (const path of outcome.changedFiles) steps.push(...(await stepsFor(repoRoot, outcome, path)))
  // What was a folder and became a file is out of the way first.
  return [...steps.filter((step) => 'delete' in step), ...steps.filter((step) => !('delete' in step))]
}

/** A link or a program cannot be written as text alone, nor can bytes that are no text: these are made by commands. */
async function stepsFor(
  repoRoot: string,
  { commit }: AgentFinished,
  path: string,
): Promise<readonly PrintedStep[]> {
  const [was, is] = [await fileAt(repoRoot, `${commit}^`, path), await fileAt(repoRoot, commit, path)]
  if (is === null || is.mode === folder) return was?.mode === folder ? [] : [{ delete: { path } }]
  const bytes = await blobBytes(repoRoot, is.blob)
  const text = bytes.toString('utf8')
  const [to, inFolder] = [quoted(`./${path}`), `mkdir -p ${quoted(`./${posix.dirname(path)}`)}`]
  if (is.mode === link) return [{ run: `${inFolder} && ln -sfn ${quoted(text)} ${to}` }]
  return [
    ...(was?.mode === link ? [{ delete: { path } }] : []),
    ...(was?.mode === folder ? [{ run: `rm -rf ${to}` }] : []),
    Buffer.from(text).equals(bytes)
      ? { write: { path, text } }
      : { run: `${inFolder} && printf %s ${bytes.toString('base64')} | base64 -d > ${to}` },
    ...((is.mode === program) === (was?.mode === program)
      ? []
      : [{ run: `chmod ${is.mode === program ? '+x' : '-x'} ${to}` }]),
  ]
}

const program = '100755'
const link = '120000'
const folder = '040000'

interface FileAt {
  readonly mode: string
  readonly blob: string
}

async function fileAt(repoRoot: string, commit: string, path: string): Promise<FileAt | null> {
  const { stdout } = await git(repoRoot, ['ls-tree', '-z', '--full-tree', commit, '--', path])
  const [, mode, blob] = /^(\d+) (?:blob|tree) ([0-9a-f]+)\t/.exec(stdout) ?? []
  return mode === undefined || blob === undefined ? null : { mode, blob }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
