import { asRunId } from '@harness/core/kernel/ids'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../machine/clock/clock-system.ts'
import { openRunStore } from '../store/open-run-store.ts'
import { type QuestionState, questionRegistration } from '../test-support/question.ts'
import { sampleOutside, sampleRepo } from '../test-support/sample-delivery.ts'
import { abandonRun } from './registered-defaults.ts'
import type { AttendedOptions } from './registration.ts'
import { resumeRegistered, startRun } from './start-run.ts'

const command = 'harness question'
const start = { subject: 'question', command, asked: { question: 'Go?' } }

async function asked() {
  const repo = sampleRepo()
  const options: AttendedOptions<QuestionState> = {
    ...(await sampleOutside(repo)),
    clock: systemClock,
    ask: null,
    onEvent: () => {},
    stop: new AbortController().signal,
    until: null,
  }
  const waiting = await startRun(questionRegistration, options, start)
  const known = async () => {
    const [run, ...others] = await openRunStore(options.stateDir).list('question')
    if (run === undefined || others.length > 0) throw new Error('there is exactly one run')
    return run
  }
  return { options, waiting, known }
}

describe('a registration of a playbook and its report', () => {
  it('waits at its gate, and its summary and its stored report say so', async () => {
    const { options, waiting, known } = await asked()
    expect(waiting).toMatchObject({ exitCode: 8, branch: null, fields: {}, rest: { type: 'waiting' } })
    const run = await known()
    const { summary, runId } = run
    expect(summary).toMatchObject({
      playbook: 'question',
      runId,
      subject: 'question',
      title: 'Go?',
      branch: '',
      phase: 'asking',
      status: 'waiting',
      waitingFor: 'Go?',
      gate: 'asks',
      gateExitCode: 8,
      sleepsUntil: null,
      exitCode: null,
    })
    expect(await openRunStore(options.stateDir).reportOf(run)).toMatchObject({
      events: 2,
      report: { subject: 'question', label: 'question', heading: 'Go?', sections: [], fields: {} },
      gates: [{ id: `${runId}/ask/question/1`, gate: { name: 'asks' } }],
    })
  })

  it('resumes the unfinished run with the answer of a person, and ends', async () => {
    const { options, known } = await asked()
    const answers = { choice: 'grant', reason: 'yes', by: 'ada' }
    const run = await known()
    const driven = await resumeRegistered(
      questionRegistration,
      { ...options, ask: async () => answers },
      run,
      command,
    )
    expect(driven).toMatchObject({ exitCode: 0, runId: asRunId(run.runId), state: { answer: 'grant' } })
    expect((await known()).summary).toMatchObject({
      status: 'done',
      phase: 'grant',
      reason: 'grant',
      gate: null,
    })
  })

  it('is resumed, not started again, by the command that started it', async () => {
    const { options, waiting, known } = await asked()
    const again = await startRun(questionRegistration, options, start)
    expect(again.runId).toBe(waiting.runId)
    expect((await known()).runId).toBe(waiting.runId)
  })

  it('AG-04 records nothing if a role has a contract that the playbook does not bring', async () => {
    const { options } = await asked()
    const judge = { role: 'judge', mode: 'review', tier: 'evaluator', contract: 'verdict' } as const
    const wrong = { ...questionRegistration, roles: [judge] }
    await expect(startRun(wrong, options, { ...start, subject: 'other' })).rejects.toMatchObject({
      code: 'contract-unknown',
    })
    expect(await openRunStore(options.stateDir).list('other')).toEqual([])
  })

  it('can be abandoned', async () => {
    const { options, known } = await asked()
    const end = await abandonRun(
      { ...options, run: await known(), by: 'ada', reason: 'no need' },
      questionRegistration,
    )
    expect(end).toMatchObject({
      outcome: 'blocked',
      reason: 'Given up by ada: no need',
      next: 'Its branches and lanes stay as they are.',
      resumable: false,
    })
    expect((await known()).summary).toMatchObject({ status: 'blocked', exitCode: 1 })
  })
})
