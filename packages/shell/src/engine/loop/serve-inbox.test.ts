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
}
const word = (answer: Partial<AnswerWord['answer']> = {}, gate = ask.id): AnswerWord => ({
  type: 'answer',
  gate,
  answer: { choice: 'grant', reason: '', by: 'ada', digest: '1a2b3c4d5e6f', ...answer },
  at: 5,
})

/** A run that waits at the gate, and what it journals of the words in its inbox. */
async function heard(runs: RunStore): Promise<readonly AnyEvent[]> {
  const journal: AnyEvent[] = []
  const port = openRunPort({
    store: { append: async (event) => void journal.push(event), close: async () => {} },
    performers: {},
    clock: systemClock,
    pending: new Map([[ask.id, ask]]),
    attended: false,
    isFrozen: () => false,
  })
  const inbox = await serveInbox(runs, run, port)
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

  it('to an earlier attempt ends no gate', async () => {
    const runs = memoryRunStore()
    const earlier = commandId(asRunId('20261116-120000'), 'gate', 'x', 1)
    await runs.answer(run, word({}, earlier))
    expect(await heard(runs)).toEqual([])
    await runs.answer(run, word())
    expect(await heard(runs)).toHaveLength(1)
  })
})
