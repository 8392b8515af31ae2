/** Turns a run's recordings into a script that plays the same agents: one rule per turn, in the order in which they came. */
import { type AgentFinished, isOutcome } from '@harness/core/event'
import type { CommandId } from '@harness/core/ids'
import { UserError } from '@harness/core/user-error'
import { type PrintedStep, type PrintedTurn, printScript } from '@harness/formats/script/print-script'
import { readIndex } from '../agents/call-index.ts'
import { recordedTurn } from '../agents/recorded-turn.ts'
import { git } from '../git/git.ts'
import { type RecordedRun, readRecordedRun } from './recorded-run.ts'

/** `repoRoot` is the repository the run worked on: what agents changed is read from its objects. */
export async function recordedScript(repoRoot: string, runDir: string): Promise<string> {
  const run = await readRecordedRun(runDir)
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
  if (outcome === undefined || !isOutcome(outcome) || outcome.type !== 'AgentFinished') return []
  const steps: PrintedStep[] = []
  for (const path of outcome.changedFiles) steps.push(await stepFor(repoRoot, outcome, path))
  return steps
}

async function stepFor(repoRoot: string, { commit }: AgentFinished, path: string): Promise<PrintedStep> {
  const { exitCode, bytes } = await git(repoRoot, ['cat-file', 'blob', `${commit}:${path}`])
  if (exitCode !== 0) return { delete: { path } }
  const text = bytes.toString('utf8')
  if (Buffer.from(text).equals(bytes)) return { write: { path, text } }
  const quoted = `'${path.replaceAll("'", "'\\''")}'`
  return { run: `printf %s ${bytes.toString('base64')} | base64 -d > ${quoted}` }
}
