import { describe, expect, it } from 'vitest'
import { inStableOrder, renderEnvelope, sharedPrefixRatio } from '../../../kernel/envelope.ts'
import { given } from '../test-support/given.ts'
import { curates, done, plans, refutes, works } from '../test-support/happenings.ts'
import { entry, feature, planned, type Shelf, unplanned } from '../test-support/shelf.ts'

const memory = { summary: 'It listens on PORT.', long: '', identities: { worker: '- Run the tests first.' } }

describe('MI-12 what a role is told', () => {
  const story = given({ ...planned('F-001', 'F-002'), memory }, [], {
    promptOverrides: { worker: 'Use tabs.' },
  })
  it('MI-24 role text, identity, spec and plan, and behind them the mission summary', () =>
    expect(story.labels()).toEqual([
      'Also',
      'Identity',
      'Spec',
      'Checks',
      'Validation contract',
      'Features',
      'Mission summary',
      'Since then',
      'Runtime context',
    ]))
  it('stands from stable to changing already', () => {
    const command = story.command('RunAgent')
    if (command.type !== 'RunAgent') throw new Error('no agent')
    expect(inStableOrder(command.slices)).toEqual(command.slices)
  })
  it('the summary is capped where somebody wrote too much', () => {
    const long = given({ ...planned('F-001'), memory: { ...memory, summary: 'line\n'.repeat(100) } })
    expect(long.envelope().match(/^line$/gm)).toHaveLength(40)
  })
  it('MI-24 successive calls of a role differ at their end alone, with a curator after every few merges too', () => {
    const ids = Array.from({ length: 12 }, (_, nth) => `F-${String(nth + 1).padStart(3, '0')}`)
    const shelf = {
      ...planned(
        ...ids.map((id) => feature(id, { description: 'What it does, in a few sentences. '.repeat(4) })),
      ),
      spec: 'A spec of a page or two. '.repeat(120),
    }
    const envelopeOf = (nth: number) => {
      const happened = ids
        .slice(0, nth)
        .flatMap((id, at) => [...done(id), ...(at % 4 === 3 ? [curates()] : [])])
      const command = given(shelf, happened).command('RunAgent', ids[nth])
      if (command.type !== 'RunAgent') throw new Error('no agent')
      return renderEnvelope(command.slices)
    }
    expect(sharedPrefixRatio(envelopeOf(2), envelopeOf(3))).toBeGreaterThan(0.98)
    expect(sharedPrefixRatio(envelopeOf(3), envelopeOf(4))).toBeGreaterThan(0.95)
    expect(envelopeOf(4)).toContain('Short.')
  })
  it('what was decided and what is to be fixed stands behind what was planned', () => {
    const claims = [entry('VAL-F-001', { rulings: ['From the day after.'] }), entry('VAL-F-002')]
    const before = given({ ...planned('F-001', 'F-002'), contract: [entry('VAL-F-001'), entry('VAL-F-002')] })
    const fix = feature('F-FIX-001', { sourceIssueId: '20261116-120000/merge/F-001/1.1' })
    const after = given({
      ...planned('F-001', 'F-002', fix),
      contract: [...claims, entry('VAL-FIX-001', { assertion: 'Names are escaped' })],
    })
    expect(after.labels().slice(-4)).toEqual([
      'Validation contract',
      'Features',
      'Since then',
      'Runtime context',
    ])
    const [untilThen = ''] = before.envelope().split('–')
    expect(untilThen).toContain('# Since then')
    expect(after.envelope().startsWith(untilThen)).toBe(true)
    expect(after.envelope()).toContain('VAL-F-001: From the day after.')
    expect(after.envelope()).toContain('VAL-FIX-001: Names are escaped')
  })
  it('a list that is too long is cut down to what the call is about', () => {
    const ids = Array.from({ length: 300 }, (_, nth) => `F-${String(nth + 1).padStart(3, '0')}`)
    const envelope = given(planned(...ids)).envelope()
    expect(envelope).toContain('VAL-F-001: VAL-F-001 holds')
    expect(envelope).not.toContain('VAL-F-002')
  })
  describe('of a plan of 300 features', () => {
    const ids = Array.from({ length: 300 }, (_, nth) => `F-${String(nth + 1).padStart(3, '0')}`)
    const large = planned(...ids)
    it('MI-02 the plan’s reviewer is told everything', () => {
      const envelope = given(unplanned(), [plans(large)]).envelope()
      for (const id of ids) expect(envelope).toContain(`VAL-${id}: VAL-${id} holds`)
      expect(envelope).toContain('F-300 Title of F-300: Summary of F-300\n  Claims: VAL-F-300')
    })
    it('MI-05 the documenter is told what it documents', () => {
      const told: string[] = []
      given(large, done('F-001'), { documenter: 'feature' }, (event) => {
        if (event.type === 'CommandIssued' && event.command.type === 'RunAgent')
          if (event.command.role === 'documenter') told.push(renderEnvelope(event.command.slices))
      })
      expect(told).toHaveLength(1)
      expect(told[0]).toContain('VAL-F-001: VAL-F-001 holds')
      expect(told[0]).not.toContain('VAL-F-002')
    })
    it('MI-04 the orchestrator is told what waits for what', () => {
      const shelf = planned(...ids.slice(0, -1), 'F-300 < F-001')
      expect(given(shelf, [], { orchestrator: 'agent' }).envelope()).toContain(
        'F-300 Title of F-300 (depends on F-001)',
      )
    })
  })
})

describe('MI-14 memory', () => {
  it('tricks of a worker are promoted only where its feature passed, and only as the curator chooses', () => {
    const story = given(planned('F-001', 'F-002'), [
      works('F-001', { tricks: ['Run the tests first.', 'Mind the port.'] }),
      refutes('F-001'),
      works('F-001'),
      ...done('F-001').slice(1),
      works('F-002', { tricks: ['Never tested.'] }),
      ...done('F-002').slice(1),
      curates('Run the tests first.', 'Made up.'),
    ])
    expect(story.ends()).toMatchObject({ outcome: 'done' })
    expect(story.shelf.memory.identities).toEqual({ worker: 'Run the tests first.' })
    expect(story.shelf.memory).toMatchObject({ summary: 'Short.', long: 'Long.' })
  })
  it('over two missions: what the first one learned is told to the workers of the second', () => {
    const first = given(planned('F-001'), [
      works('F-001', { tricks: ['Run the tests first.'] }),
      ...done('F-001').slice(1),
      curates('Run the tests first.'),
    ])
    const second = given({
      ...planned('F-001'),
      memory: { ...memory, identities: first.shelf.memory.identities },
    })
    expect(second.envelope()).toContain('Run the tests first.')
    const unconfirmed = given(planned('F-001'), [
      works('F-001', { tricks: ['Guess.'] }),
      refutes('F-001'),
      works('F-001'),
      refutes('F-001'),
    ])
    expect(unconfirmed.state.tricks).toEqual([{ feature: 'F-001', text: 'Guess.', isConfirmed: false }])
  })
  it('every role appends to the raw memory', () => {
    const story = given(planned('F-001'), done('F-001'))
    expect(story.state.raw.map(({ source }) => source)).toEqual([
      'work/F-001/1',
      'validate/F-001/1',
      'document/docs-1/1',
    ])
  })
})

describe('MI-14 what agents are told of a memory that grows', () => {
  const lines = Array.from({ length: 8_000 }, (_, nth) => `- trick ${nth}`).join('\n')
  const remembers = (memory: Partial<Shelf['memory']>): Shelf => {
    const shelf = planned('F-001')
    return { ...shelf, memory: { ...shelf.memory, ...memory } }
  }
  it('L4: the newest of the identity, whose file stays as it is', () => {
    const told = given(remembers({ identities: { worker: lines } })).envelope()
    expect(told).toContain('- trick 7999')
    expect(told.match(/- trick/g)).toHaveLength(80)
  })
  it('L3: the newest of the long memory; what the curator was not told is not lost', () => {
    const begun = done('F-001')
    const told = given(remembers({ long: lines }), begun).envelope()
    expect(told.match(/- trick/g)).toHaveLength(400)
    const { shelf } = given(remembers({ long: lines }), [...begun, curates()])
    expect(shelf.memory.long.startsWith('- trick 0\n')).toBe(true)
    expect(shelf.memory.long.endsWith('- trick 7599\nLong.')).toBe(true)
  })
  it('L1: the newest of what roles said', () => {
    const talks = works('F-001', { text: 'word '.repeat(400) })
    const rounds = Array.from({ length: 60 }, () => [talks, refutes('F-001')]).flat()
    const patient = { attempts: { architectAt: 99, escalateAt: 99 } }
    const told = given(planned('F-001'), [...rounds, ...done('F-001')], patient).envelope()
    expect(told).toContain('## worker F-001/61\n')
    expect(told).not.toContain('## worker F-001/1\n')
  })
  it('L0: the last of what is done', () => {
    const many = Array.from({ length: 1_000 }, (_, nth) => feature(`F-${nth}`, { status: 'passed' }))
    const shelf = planned(...many, feature('F-NEW'))
    const contract = (shelf.contract ?? []).map((one) => ({
      ...one,
      status: one.id === 'VAL-F-NEW' ? ('TODO' as const) : ('PASS' as const),
      evidence: '"ok"',
    }))
    const proven = Object.fromEntries(contract.map(({ id, assertion }) => [id, assertion]))
    const told = given({ ...shelf, contract }, [], { orchestrator: 'agent', carried: { proven, landed: [] } })
    expect(told.envelope()).toMatch(/DONE_SO_FAR=… .* F-999$/m)
  })
})
