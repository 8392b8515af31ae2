import type { AskHuman } from '@harness/core/effects/ask-human'
import { type BudgetLedger, emptyBudget } from '@harness/core/kernel/budget-ledger'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { isRunEvent } from '@harness/core/kernel/event'
import { grantOrRefuse } from '@harness/core/kernel/gate-choices'
import { commandId, type RunId } from '@harness/core/kernel/ids'
import { definePlaybook, end, perform } from '@harness/core/kernel/playbook'
import type { Upcast } from '@harness/core/kernel/upcast'
import { abandonRun } from '@harness/shell/engine/registered-defaults'
import type { AttendedOptions, Registration } from '@harness/shell/engine/registration'
import { registryOf } from '@harness/shell/engine/registry'
import { resumeRegistered, startRun } from '@harness/shell/engine/start-run'
import { systemClock } from '@harness/shell/machine/clock/clock-system'
import { openRunStore } from '@harness/shell/store/open-run-store'
import { sampleOutside, sampleRepo } from '@harness/shell/test-support/sample-delivery'
import { describe, expect, it } from 'vitest'
import { anyFace } from '../line/face.ts'
import { runHere } from '../test-support/run-here.ts'

interface PollInput {
  readonly runId: RunId
  readonly baseBranch: string
  /** Version 1 called it `question`. */
  readonly title: string
}

interface PollState {
  readonly input: PollInput
  readonly answers: readonly string[]
  readonly spent: BudgetLedger
}

/** Version 1 asks two questions. Version 2 has another field in its input, and another word for an answer. */
const poll = (version: number, upcasts: readonly Upcast[] = []): Registration<PollInput, PollState> => ({
  playbook: definePlaybook<PollInput, PollState, AskHuman>({
    name: 'poll',
    version,
    upcasts,
    initialState: (input) => ({ input, answers: [], spent: emptyBudget }),
    decide({ input, answers }) {
      const title = version === 1 ? (input as unknown as { question: string }).question : input.title
      if (answers.length === 2)
        return end({
          outcome: 'done',
          exitCode: 0,
          reason: answers.join(', '),
          next: 'nothing',
          resumable: false,
          report: '# Done',
        })
      return perform<AskHuman>({
        type: 'AskHuman',
        id: commandId(input.runId, 'ask', `question-${answers.length + 1}`, 1),
        gate: {
          name: 'asks',
          question: title.toUpperCase(),
          detail: '',
          choices: grantOrRefuse({ onGrant: 'yes', onRefuse: 'no' }),
          digest: null,
          exitCode: 8,
        },
      })
    },
    evolve: (state, event) =>
      event.type === 'GateAnswered' ? { ...state, answers: [...state.answers, event.answer.choice] } : state,
  }),
  begin: async (_outside, _asked, runId) =>
    ({ runId, baseBranch: 'main', question: 'Go?' }) as unknown as PollInput,
  report: ({ answers }) => ({ title: 'Go?', phase: `${answers.length} answered`, fields: { answers } }),
})

const toTwo: Upcast = {
  from: 1,
  event(event) {
    if (isRunEvent(event, 'RunStarted')) {
      const { question, ...input } = event.input as { readonly question: string }
      return { ...event, input: { ...input, title: question } }
    }
    return event.type === 'GateAnswered'
      ? ({ ...event, answer: { choice: 'granted by version 1', reason: '', by: 'ada' } } as AnyEvent)
      : event
  },
}

const command = 'harness poll'

/** A run of version 1 with one answer, which waits for the second. */
async function waiting() {
  const repo = sampleRepo()
  const options: AttendedOptions<PollState> = {
    ...(await sampleOutside(repo)),
    clock: systemClock,
    ask: null,
    onEvent: () => {},
    stop: new AbortController().signal,
    until: null,
  }
  let asked = 0
  const once = async () => (asked++ === 0 ? { choice: 'grant', reason: '', by: 'ada' } : null)
  const start = { subject: 'poll', command, asked: {} }
  const { rest } = await startRun(poll(1), { ...options, ask: once }, start)
  expect(rest.type).toBe('waiting')
  const [run] = await openRunStore(options.stateDir).list('poll')
  if (run === undefined) throw new Error('there is a run')
  const name = `poll-${run.runId}`
  /** What the program says that has this playbook. */
  const told = async (registration: Registration<PollInput, PollState>, ...args: readonly string[]) => {
    const { name: playbook, version, upcasts = [] } = registration.playbook
    const identity = { name: playbook, version, upcasts, roles: [] }
    const face = anyFace<PollState>({ registration: registration as Registration<unknown, PollState> })
    const playbooks = registryOf([{ identity, from: 'the test', load: async () => face }])
    const { code, out, err } = await runHere(repo, [...args, '--json'], '', playbooks)
    return { code, told: JSON.parse(out === '' ? err : out) }
  }
  const resume = (registration: Registration<PollInput, PollState>, ask = options.ask) =>
    resumeRegistered(registration, { ...options, ask }, run, command)
  return { options, run, name, told, resume }
}

const grant = async () => ({ choice: 'grant', reason: '', by: 'ada' })
const two = poll(2, [toTwo])

describe('an unfinished run of an older version', () => {
  it('resumes to its end, and is shown and replayed', async () => {
    const { name, options, run, told, resume } = await waiting()
    expect((await told(two, 'runs')).told.runs[0]).toMatchObject({ state: 'waiting', waitingFor: 'GO?' })
    expect(await resume(two, grant)).toMatchObject({
      exitCode: 0,
      rest: { end: { reason: 'granted by version 1, grant' } },
    })
    const events = (await openRunStore(options.stateDir).read(run))?.events ?? []
    expect(events).toMatchObject([
      { type: 'RunStarted', playbookVersion: 1, input: { question: 'Go?' } },
      { type: 'CommandIssued' },
      { type: 'GateAnswered', answer: { choice: 'grant' } },
      { type: 'CommandIssued' },
      { type: 'RunResumed', playbookVersion: 2 },
      { type: 'GateAnswered', answer: { choice: 'grant' } },
      { type: 'RunEnded' },
    ])
    expect(await told(two, 'show', name)).toMatchObject({
      code: 0,
      told: { answers: ['granted by version 1', 'grant'] },
    })
    expect(await told(two, 'replay', name)).toMatchObject({ code: 0, told: { ok: true, difference: null } })
  })

  it('can be abandoned with its state', async () => {
    const { options, run } = await waiting()
    const seen: string[] = []
    const givenUp = (state: PollState) => {
      seen.push(...state.answers)
      return null
    }
    await abandonRun({ ...options, run, by: 'ada', reason: 'no need' }, { ...two, givenUp })
    expect(seen).toEqual(['granted by version 1'])
  })

  it.each([
    ['has no step from it', poll(2)],
    ['has no complete chain of steps from it', poll(3, [toTwo])],
  ])('is refused in one sentence if the playbook %s', async (_, registration) => {
    const { name, told, resume, options, run } = await waiting()
    const { version } = registration.playbook
    const message = `poll version 1 started the run ${name}, and poll version ${version} cannot read it.`
    const next = expect.stringContaining(
      `abandon it and start again: harness refuse ${name} --give-up -m "why"`,
    )
    const code = 'run-of-other-version'
    await expect(resume(registration, grant)).rejects.toMatchObject({ code, message, next, exitCode: 12 })
    expect((await told(registration, 'runs')).told.runs[0]).toMatchObject({ waitingFor: message, next })
    expect(await told(registration, 'replay', name)).toMatchObject({ code: 12 })
    expect((await openRunStore(options.stateDir).read(run))?.events).toHaveLength(4)
    // The report that version 1 stored needs no playbook.
    expect(await told(registration, 'show', name)).toMatchObject({ code: 0, told: { answers: ['grant'] } })
  })
})

describe('a run that a newer version resumed', () => {
  it('is refused by the version that started it, and nothing is written', async () => {
    const { name, told, resume, options, run } = await waiting()
    await resume(two)
    const message = `poll version 2 resumed the run ${name}, and poll version 1 cannot read it.`
    await expect(resume(poll(1), grant)).rejects.toMatchObject({ message, exitCode: 12 })
    expect((await told(poll(1), 'runs')).told.runs[0]).toMatchObject({ waitingFor: message })
    expect((await openRunStore(options.stateDir).read(run))?.events).toHaveLength(5)
    const end = await abandonRun({ ...options, run, by: 'ada', reason: 'no need' }, poll(1))
    expect(end).toMatchObject({ outcome: 'blocked', resumable: false })
  })
})
