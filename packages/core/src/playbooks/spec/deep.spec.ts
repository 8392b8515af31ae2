import { describe, expect, it } from 'vitest'
import type { Event } from './effects.ts'
import { type Analyst, analysts } from './input.ts'
import {
  asks,
  closed,
  criticises,
  draft,
  draftPath,
  fails,
  findingsPath,
  id,
  line,
  opened,
  said,
  stateAfter,
  wantedAfter,
  written,
} from './test-support/happenings.ts'

const deep = { depth: 'deep' } as const
const analysing = [opened(), asks(1)] as const

const pathOf = (analyst: Analyst) => `.harness/spec/analysis_${analyst}.md`
const analyses = (analyst: Analyst, text: string | null = `${analyst} text`, attempt = 1): Event =>
  said(
    `analyse/${analyst}/${attempt}`,
    `spec/${analyst}-analyst`,
    line(pathOf(analyst)),
    text === null ? {} : { [pathOf(analyst)]: text },
  )
const allOpen = [...analysing, ...analysts.map((analyst) => opened(analyst))]
const allDone = [
  ...allOpen,
  ...analysts.map((analyst) => analyses(analyst)),
  ...analysts.map((analyst) => closed(analyst)),
]
const synthesis = said('draft/spec/1', 'spec/synthesizer', line(draftPath), { [draftPath]: draft })

describe('WF-17 a deep spec', () => {
  it('four analysts work side by side, each in a lane of its own', () => {
    expect(wantedAfter(deep, ...analysing)).toMatchObject(
      analysts.map((analyst) => ({ type: 'OpenLane', id: id(`open/${analyst}/1`) })),
    )
    const calls = wantedAfter(deep, ...allOpen)
    expect(calls).toMatchObject(
      analysts.map((analyst) => ({
        role: `spec/${analyst}-analyst`,
        lane: `lane-${analyst}`,
        artifacts: [pathOf(analyst)],
      })),
    )
  })

  it('no analyst is told what another one wrote', () => {
    const [first, ...others] = analysts
    const again = others.map((analyst) => fails(`analyse/${analyst}/1`, `spec/${analyst}-analyst`, 'unknown'))
    const commands = wantedAfter(deep, ...allOpen, analyses(first, 'SECRET of the first'), ...again)
    expect(commands.filter((one) => 'role' in one)).toHaveLength(3)
    expect(JSON.stringify(commands)).not.toContain('SECRET')
  })

  it('the synthesis reads all four; the critic reads the draft only; one revision follows', () => {
    const [synthesize] = wantedAfter(deep, ...allDone)
    expect(synthesize).toMatchObject({ role: 'spec/synthesizer', lane: 'lane-spec' })
    for (const analyst of analysts) expect(JSON.stringify(synthesize)).toContain(`${analyst} text`)
    const [criticise] = wantedAfter(deep, ...allDone, synthesis)
    expect(criticise).toMatchObject({ role: 'spec/critic', artifacts: [findingsPath] })
    expect(JSON.stringify(criticise)).not.toContain('product text')
    const found = [...allDone, synthesis, criticises('[M1] Slow', [0, 1, 0])]
    expect(wantedAfter(deep, ...found)).toMatchObject([{ role: 'spec/reviser', artifacts: [draftPath] }])
    const revised = draft.replace('Text.', 'Revised.')
    const revision = said('revise/spec/1', 'spec/reviser', line(draftPath), { [draftPath]: revised })
    expect(wantedAfter(deep, ...found, revision)).toMatchObject([
      { type: 'EditDocuments', edits: [{ edit: { files: [{ path: draftPath, text: revised }, {}, {}] } }] },
    ])
    expect(wantedAfter(deep, ...found, revision, written, closed())).toMatchObject([{ outcome: 'done' }])
  })

  it('without a finding there is nothing to revise', () =>
    expect(wantedAfter(deep, ...allDone, synthesis, criticises('None.', [0, 0, 0]))).toMatchObject([
      { type: 'EditDocuments' },
    ]))

  it('one analyst waits while the others work, and is asked again if it wrote nothing', () => {
    const [first] = analysts
    const limited = fails(`analyse/${first}/1`, `spec/${first}-analyst`, 'rate_limit')
    const commands = wantedAfter(deep, ...allOpen, limited)
    expect(commands.map((one) => ('type' in one ? one.type : ''))).toEqual([
      'RunAgent',
      'RunAgent',
      'RunAgent',
      'WakeAt',
    ])
    const wait = commands.at(-1)
    if (wait === undefined || !('type' in wait) || wait.type !== 'WakeAt') throw new Error('it waits')
    const woken: Event = { type: 'TimerFired', at: wait.at, commandId: wait.id }
    expect(wantedAfter(deep, ...allOpen, limited, woken)[0]).toMatchObject({ id: id(`analyse/${first}/2`) })
    const [again] = wantedAfter(deep, ...allOpen, analyses(first, null))
    expect(again).toMatchObject({ id: id(`analyse/${first}/2`) })
    expect(JSON.stringify(again)).toContain('You did not write')
  })

  it('a stopped analyst ends the run only once the others are done, and a resumed run asks it again', () => {
    const [first, ...others] = analysts
    const stops = fails(`analyse/${first}/1`, `spec/${first}-analyst`, 'auth')
    expect(wantedAfter(deep, ...allOpen, stops)).toHaveLength(3)
    const rest = others.flatMap((analyst) => [analyses(analyst), closed(analyst)])
    expect(wantedAfter(deep, ...allOpen, stops, ...rest)).toMatchObject([
      { outcome: 'paused', resumable: true },
    ])
    const resumed: Event = { type: 'RunResumed', at: 9, until: null }
    expect(wantedAfter(deep, ...allOpen, stops, ...rest, resumed)).toMatchObject([
      { id: id(`analyse/${first}/2`) },
    ])
  })

  it('every lane of an analyst is put away', () => {
    const [first] = analysts
    expect(wantedAfter(deep, ...allOpen, analyses(first))[0]).toMatchObject({
      type: 'CloseLane',
      lane: `lane-${first}`,
    })
    expect(stateAfter(deep, ...allDone)).toMatchObject({ phase: 'draft' })
  })
})
