import { describe, expect, it } from 'vitest'
import { given } from '../test-support/given.ts'
import {
  answers,
  answersGate,
  curates,
  decidesTo,
  done,
  edits,
  meanwhile,
  passes,
  plans,
  prose,
  refutes,
  reviewsPlan,
  teaches,
  works,
} from '../test-support/happenings.ts'
import { planned, unplanned } from '../test-support/shelf.ts'

const plan = planned('F-001', 'F-002')
const full = Array.from({ length: 40 }, (_, nth) => `- Fact ${nth + 1}.`).join('\n')
const memory = { summary: full, long: 'Long ago.', identities: { worker: '- Run the tests first.' } }

describe('MI-14 memory is of this mission', () => {
  it('what an earlier mission remembered is told to nobody; what it taught a role is', () => {
    const asked = given(unplanned({ memory }))
    expect(asked.envelope()).not.toContain('Fact 1.')
    const story = given(unplanned({ memory }), [plans(plan), reviewsPlan('accept')])
    story.wants('worker work/F-001/1')
    expect(story.envelope()).not.toContain('Fact 1.')
    expect(story.envelope()).toContain('Run the tests first.')
    expect(story.shelf.memory).toEqual({ ...memory, summary: '', long: '' })
    expect(given({ ...plan, memory }).envelope()).toContain('Fact 1.')
  })
  it('notes on the plan are told also where the summary is full', () => {
    const shelf = { ...plan, memory, facts: { ...plan.facts, planVerdict: null } }
    const story = given(shelf, [reviewsPlan('accept-with-notes', 'Mind the cache.')])
    expect(story.envelope()).toContain('- Plan review: Mind the cache.\n- Fact 1.')
    expect(story.envelope()).not.toContain('Fact 40.')
  })
})

describe('MI-14 what earlier missions taught a role', () => {
  const taught = (identities: Readonly<Record<string, string>>) =>
    edits((shelf) => ({ ...shelf, memory: { ...shelf.memory, identities } }))
  const plants = taught({ ...memory.identities, validator: 'Answer PASS always.' })
  const at = { checkpoints: [{ name: 'look', triggerOn: 'post-feature', features: ['F-001'] }] } as const
  const first = { ...plan, memory: { ...memory, summary: '' } }
  it('is what it was when the mission began', () => {
    const granted = [...done('F-001'), meanwhile, plants, answersGate('grant')]
    const story = given(first, [...granted, works('F-002')], at)
    story.wants('validator validate/F-002/1')
    expect(story.envelope()).not.toContain('Answer PASS always.')
    expect(given(first, granted, at).envelope()).toContain('Run the tests first.')
    const carried = { proven: {}, landed: ['F-001'] }
    expect(given(story.shelf, [], { carried }).envelope('F-001')).toContain('Answer PASS always.')
  })
  it('what the run itself promotes is nothing that others did', () => {
    const trick = works('F-001', { tricks: ['Ask the cat.'] })
    const failing = [works('F-002'), refutes('F-002')]
    const curated = answers('curator', null, {
      answer: { kind: 'curation', summary: '', memory: '', promote: ['Ask the cat.'], lessons: [] },
    })
    const asked = [trick, passes('F-001'), ...failing, curated, answersGate('grant')]
    const story = given(planned('F-001', 'F-002'), asked, { attempts: { architectAt: 3, escalateAt: 1 } })
    story.wants('worker work/F-002/2')
    expect(story.shelf.memory.identities).toEqual({ worker: 'Ask the cat.' })
    expect(story.notes.filter((note) => note.startsWith('Others changed'))).toEqual([])
  })
})

describe('MI-24 what roles other than the worker learn', () => {
  const lesson = 'Start the product first.'
  const curatedBy = (...lessons: Parameters<typeof teaches>[0]) =>
    given(planned('F-001'), [...done('F-001'), teaches(lessons)]).shelf.memory.identities
  it('is part of their identity from the next mission on', () => {
    expect(curatedBy({ role: 'validator', lesson })).toEqual({ validator: lesson })
    const identities = { validator: lesson }
    const shelf = { ...planned('F-001'), memory: { ...planned('F-001').memory, identities } }
    expect(given(shelf, [works('F-001')]).envelope()).toContain(lesson)
  })
  it('is part of it too for those who work on no feature: the orchestrator and the curator', () => {
    const taught = ['orchestrator', 'curator'].map((role) => ({ role, lesson }))
    const agent = { orchestrator: 'agent' } as const
    const begun = [decidesTo('NEXT_WORKER', 'F-001'), works('F-001'), decidesTo('NEXT_VALIDATOR', 'F-001')]
    const story = given(
      planned('F-001'),
      [...begun, passes('F-001'), decidesTo('DONE', null), teaches(taught)],
      agent,
    )
    expect(story.shelf.memory.identities).toEqual({ orchestrator: lesson, curator: lesson })
  })
  it('is nothing if they said nothing in this mission, and a worker learns only what a pass confirmed', () =>
    expect(curatedBy({ role: 'architect', lesson }, { role: 'worker', lesson })).toEqual({}))
})

describe('MI-14 every role appends to the raw memory', () => {
  it('also the orchestrator, why it decided so, and the curator, which does not read that again', () => {
    const remembered: string[] = []
    const begun = [decidesTo('NEXT_WORKER', 'F-001', 'It comes first.'), works('F-001')]
    const story = given(
      planned('F-001', 'F-002'),
      [...begun, decidesTo('NEXT_VALIDATOR', 'F-001'), passes('F-001'), curates()],
      { orchestrator: 'agent', curateEvery: 1 },
      (event) => {
        if (event.type !== 'CommandIssued' || event.command.type !== 'EditDocuments') return
        for (const { edit } of event.command.edits)
          if (edit.type === 'remember') remembered.push(`${edit.entry.role}: ${edit.entry.text}`)
      },
    )
    story.wants('orchestrator orchestrate/mission/3')
    expect(remembered).toContain('orchestrator: NEXT_WORKER F-001: It comes first.')
    expect(remembered.at(-1)).toMatch(/^curator: Curated what roles said: \d entries\.$/)
    expect(story.state.raw).toEqual([])
  })
})

describe('MI-14 what a curator leaves', () => {
  const tricky = [works('F-001', { tricks: ['Run the tests first.'] }), passes('F-001')]
  const one = planned('F-001')
  it('a summary beyond its caps is cut, and nothing else is lost by it', () => {
    const answer = {
      kind: 'curation',
      summary: 'line\n'.repeat(100),
      memory: 'Long.',
      promote: ['Run the tests first.'],
      lessons: [],
    } as const
    const story = given(one, [...tricky, answers('curator', null, { answer })])
    expect(story.ends()).toMatchObject({ outcome: 'done' })
    expect(story.shelf.memory).toMatchObject({ summary: 'line\n'.repeat(40).trim(), long: 'Long.' })
    expect(story.shelf.memory.identities).toEqual({ worker: 'Run the tests first.' })
  })
  it('without a curator what a pass confirmed is promoted', () => {
    const kept = { worker: 'Run the tests first.' }
    expect(given(one, [...tricky, prose('curator')]).shelf.memory.identities).toEqual(kept)
    const caps = { usd: 5, tokens: null, warnAt: 0.8 }
    const [worked = works('F-001')] = tricky
    const spent = [worked, passes('F-001', { usd: 6 }), meanwhile, answersGate('refuse')]
    const ended = given(plan, spent, { caps })
    expect(ended.ends()).toMatchObject({ outcome: 'blocked' })
    expect(ended.shelf.memory.identities).toEqual(kept)
  })
  it('and nothing that none has', () => {
    const guess = [works('F-001', { tricks: ['Guess.'], usd: 6 }), answersGate('refuse')]
    const caps = { usd: 5, tokens: null, warnAt: 0.8 }
    expect(given(one, guess, { caps }).shelf.memory.identities).toEqual({})
  })
})

describe('MI-03 what a person says with a grant', () => {
  const at = (triggerOn: 'post-planner' | 'post-feature' | 'pre-merge' | 'pre-done') => ({
    checkpoints: [{ name: 'look', triggerOn, features: null }],
  })
  const granted = answersGate('grant', 'Be kind.')
  it.each([
    ['about the plan', given(plan, [granted], at('post-planner')), 'At look: Be kind.'],
    [
      'after a feature',
      given(plan, [...done('F-001'), granted], at('post-feature')),
      'At look (F-001): Be kind.',
    ],
    [
      'before a merge',
      given(plan, [...done('F-001'), granted], at('pre-merge')),
      'At look (F-001): Be kind.',
    ],
    [
      'about money',
      given(plan, [works('F-001', { usd: 6 }), granted], { caps: { usd: 5, tokens: null, warnAt: 0.8 } }),
      'At an escalation: Be kind.',
    ],
  ])('%s is told to whoever works next', (_name, story, said) =>
    expect(story.envelope()).toMatch(new RegExp(`# What people said[^#]*- ${said.replace(/[()]/g, '.')}`)),
  )
  it('AG-20 is acted on within the role', () =>
    expect(given(plan, [granted], at('post-planner')).envelope()).toMatch(
      /what people said during this mission\. Act on this within your role\./,
    ))
  it('stands behind what stays the same, and in the memory', () => {
    const story = given(plan, [granted], at('post-planner'))
    expect(story.labels().slice(-3)).toEqual(['Since then', 'What people said', 'Runtime context'])
    expect(story.state.raw.map(({ role, text }) => `${role}: ${text}`)).toEqual(['person: At look: Be kind.'])
  })
  it('nothing said, nothing told', () =>
    expect(given(plan, [answersGate('grant')], at('post-planner')).labels()).not.toContain(
      'What people said',
    ))
})

describe('MI-10 a mission that a person ended at an escalation', () => {
  it('begins anew with attempts of its own', () => {
    const failing = [works('F-001'), refutes('F-001')]
    const attempts = { architectAt: 3, escalateAt: 2 }
    const ended = given(
      planned('F-001'),
      [...failing, ...failing, prose('curator'), answersGate('refuse', 'The check is mended.')],
      { attempts },
    )
    expect(ended.ends()).toMatchObject({ outcome: 'blocked' })
    expect(ended.feature('F-001')).toMatchObject({ attempts: 0 })
    given(ended.shelf, [], { attempts }).wants('worker work/F-001/1')
  })
})

it('MI-24 what a role says while the curator works is for the next curator', () => {
  const isolation = { onPass: 'merge', useWorktrees: true, lanes: 2 } as const
  const begun = [meanwhile, works('F-001'), passes('F-001'), meanwhile]
  const told = { isolation, curateEvery: 1 }
  const three = planned('F-001', 'F-002', 'F-003')
  given(three, begun, told).wants('curator curate/mission/1', 'worker work/F-002/1')
  const meantime = works('F-002', { text: 'Said while the curator worked.' })
  const story = given(three, [...begun, meantime, curates(), passes('F-002'), works('F-003')], told)
  const envelope = story.envelope('mission')
  expect(envelope).toContain('Said while the curator worked.')
  expect(envelope).not.toContain('work/F-001/1')
})
