import type { AskHuman } from '@harness/core/effects/ask-human'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { asRunId, commandId } from '@harness/core/kernel/ids'
import { aGate } from '@harness/core/test-support/gates'
import type { AnswerWord } from '@harness/formats/records/inbox-word'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../machine/clock/clock-system.ts'
import type { RunStore } from '../../store/port/run-store.ts'
import { memoryRunStore } from '../../store/test-support/memory/memory-run-store.ts'
import { openRunPort } from './run-port.ts'
import { serveInbox } from './serve-inbox.ts'

const run = { subject: 'x', runId: '20261116-120000' }
const ask: AskHuman = {
  type: 'AskHuman',
  id: commandId(asRunId('20261116-120000'), 'gate', 'x', 2),
  gate: aGate({ digest: '1a2b3c4d5e6f' }),
  opening: 'the mark',
}
const word = (answer: Partial<AnswerWord['answer']> = {}, gate = ask.id): AnswerWord => ({
  type: 'answer',
  gate,
  opening: 'the mark',
  answer: { choice: 'grant', reason: '', by: 'ada', digest: '1a2b3c4d5e6f', ...answer },
  at: 5,
})

/** A run that waits at the gate, and what it journals of the words in its inbox. */
async function heard(
  runs: RunStore,
  told: string[] = [],
  asked: readonly AskHuman[] = [ask],
): Promise<readonly AnyEvent[]> {
  const journal: AnyEvent[] = []
  const port = openRunPort({
    store: { append: async (event) => void journal.push(event), close: async () => {} },
    performers: {},
    clock: systemClock,
    pending: new Map(asked.map((one) => [one.id, one])),
    unconfined: false,
    attended: false,
    isFrozen: () => false,
  })
  const inbox = await serveInbox({ runs, run, port, tell: (note) => void told.push(note) })
  await inbox.close()
  return journal
}

describe('QA-01 an answer in the inbox', () => {
  it.each([
    [
      'an unknown choice',
      word({ choice: 'approve' }),
      'The gate g does not offer "approve". Its choices: grant, refuse.',
    ],
    ['words missing', word({ choice: 'refuse' }), 'The choice refuse needs words: the run records them.'],
    [
      'changed content',
      word({ digest: '0f0f0f0f0f0f' }),
      'The answer is for the content 0f0f0f0f. The gate g asks about 1a2b3c4d.',
    ],
  ])('with %s is refused with the reason, and the gate takes the next one', async (_what, wrong, why) => {
    const runs = memoryRunStore()
    await runs.answer(run, wrong)
    expect(await heard(runs)).toEqual([])
    expect(await runs.refusalOf(run, wrong)).toBe(why)
    expect(await runs.words(run)).toEqual([])

    await runs.answer(run, word())
    expect(await heard(runs)).toMatchObject([
      { type: 'GateAnswered', commandId: ask.id, answer: word().answer },
    ])
    expect(await runs.refusalOf(run, word())).toBeNull()
  })

  it('to an earlier attempt ends no gate, and is refused', async () => {
    const runs = memoryRunStore()
    const earlier = word({}, commandId(asRunId('20261116-120000'), 'gate', 'x', 0))
    const told: string[] = []
    await runs.answer(run, earlier)
    expect(await heard(runs, told)).toEqual([])
    expect(await runs.refusalOf(run, earlier)).toContain('gate/x/0 is not open')
    expect(told).toEqual([expect.stringContaining('gate/x/0 is not open')])
    await runs.answer(run, word())
    expect(await heard(runs)).toHaveLength(1)
  })
})

describe('TR-06 an answer that was filed before its gate opened', () => {
  const { opening: _, ...forged } = word({ by: 'agent' })

  it('is dropped while the gate is closed, and the operator is told', async () => {
    const runs = memoryRunStore()
    const told: string[] = []
    await runs.answer(run, forged)
    expect(await heard(runs, told, [])).toEqual([])
    expect(await runs.refusalOf(run, forged)).toContain('filed before its gate opens')
    expect(told).toEqual([expect.stringMatching(/^An answer in the inbox was dropped \(.*gate\/x\/2/)])
  })

  it.each([
    ['without the mark of the open gate', forged],
    ['with another mark', { ...forged, opening: 'guessed' }],
  ])('is dropped once the gate is open, %s; a person’s own answer counts', async (_what, early) => {
    const runs = memoryRunStore()
    await runs.answer(run, early)
    await runs.answer(run, word())
    expect(await heard(runs)).toMatchObject([{ type: 'GateAnswered', answer: { by: 'ada' } }])
    expect(await runs.refusalOf(run, early)).toContain('filed before the gate opened')
    expect(await runs.refusalOf(run, word())).toBeNull()
  })

  it('differs from an answer that a crash left in the inbox after it took effect', async () => {
    const runs = memoryRunStore()
    const told: string[] = []
    const answered = { type: 'GateAnswered', at: 5, commandId: ask.id, answer: word().answer } as const
    const journal = await runs.open(run)
    await journal.store.append(answered)
    await journal.store.close()
    await runs.answer(run, word())
    expect(await heard(runs, told, [])).toEqual([])
    expect(told).toEqual([])
    await expect(runs.answer(run, word({ by: 'bob' }))).rejects.toMatchObject({
      code: 'gate-already-answered',
    })
  })
})

it('QA-03 a broken file in the inbox is told once', async () => {
  const problem = 'note.json: expected JSON'
  const broken = { type: 'broken', name: 'note.json', problem } as const
  const runs: RunStore = {
    ...memoryRunStore(),
    words: async () => [broken],
    async *watchWords() {
      yield broken
    },
  }
  const told: string[] = []
  expect(await heard(runs, told)).toEqual([])
  expect(told).toEqual([`A file in the inbox is not read. ${problem}`])
})
