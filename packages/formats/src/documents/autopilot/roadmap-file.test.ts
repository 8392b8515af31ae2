import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textsLike } from '../../test-support/fuzz.ts'
import { runs } from '../../test-support/runs.ts'
import { readRoadmap, syncRoadmap } from './roadmap-file.ts'
import { hasSharedCases, sharedCase } from './test-support/shared-cases.ts'

const now = '2026-05-01T10:00:00.000Z'
const spec = 'docs/changes/scan/proposal.md'
const front = (...fields: readonly string[]): string =>
  `---\n${['project: x', ...fields].join('\n')}\n---\n\n`
const feature = (status: string, path = spec, name = 'Scan'): string =>
  `### ${name}\n\n- **Status:** ${status}\n- **Spec:** ${path}\n- **Summary:** status: planned\n`
const roadmap = (...features: readonly string[]): string => `# Roadmap\n\n## v1.0\n\n${features.join('\n')}`
const sync = (text: string, status: 'in-progress' | 'done' = 'done') =>
  syncRoadmap(text, { spec, status, now })

it('AP-12 a roadmap is read feature by feature', () => {
  const text = `${front()}## A **x**\n\n### One\n\n* **Status**: In Progress (half)\n* **Spec:** [s](./docs/s.md#top)\n\n\`\`\`\n### No\n- **Status:** done\n\`\`\`\n\n### Two\n\nStatus: shipped\n\n- **Spec:** none\n\n#### Status\n\n## B\n\n### Three\n`
  expect(readRoadmap(text)).toEqual({
    features: [
      { name: 'One', milestone: 'A x', status: 'in-progress', spec: 'docs/s.md', line: 7 },
      { name: 'Two', milestone: 'A x', status: 'shipped', spec: null, line: 17 },
      { name: 'Three', milestone: 'B', status: null, spec: null, line: 27 },
    ],
    warnings: ['line 17: “Two” has an unknown status: shipped', 'line 27: “Three” has no status'],
  })
})

it.each([
  ['backlog', 'in-progress', true],
  ['planned', 'in-progress', true],
  ['planned', 'done', true],
  ['in-progress', 'done', true],
  ['in-progress', 'in-progress', false],
  ['done', 'in-progress', false],
  ['done', 'done', false],
  ['blocked', 'done', false],
  ['needs-human', 'in-progress', false],
  ['shipped', 'done', false],
] as const)('AP-12 a feature that is %s becomes %s: %s', (from, to, isChanged) => {
  const text = roadmap(feature('planned', 'docs/other.md', 'Other'), feature(from))
  const synced = sync(text, to)
  const wanted = text.replace(`Scan\n\n- **Status:** ${from}`, `Scan\n\n- **Status:** ${to}`)
  expect(synced.text).toBe(isChanged ? wanted : text)
  expect(synced.changed).toEqual(isChanged ? [`“Scan”: ${from} → ${to}.`] : [])
  expect(synced.left).toHaveLength(isChanged ? 0 : 1)
})

it('AP-12 only the word of the status changes, however spec and status are written', () => {
  for (const written of [
    `\`${spec}\``,
    `./${spec}`,
    `[proposal](${spec})`,
    `<${spec}>`,
    `docs/a.md, ${spec}`,
    `${spec}#goals`,
  ])
    expect(sync(roadmap(feature('planned', written))).changed, written).toHaveLength(1)
  const text = roadmap(feature('`Planned` (soon)')).replace(/\n/g, '\r\n')
  expect(sync(text).text).toBe(text.replace('Planned', 'done'))
  const two = roadmap(feature('planned'), feature('blocked', spec, 'B'), feature('backlog', spec, 'C'))
  expect(sync(two)).toEqual({
    text: two.replace('** planned', '** done').replace('** backlog', '** done'),
    changed: ['“Scan”: planned → done.', '“C”: backlog → done.'],
    left: ['“B” is blocked: only a person changes that.'],
    isNamed: true,
  })
})

it('AP-12 the moment of the sync is set if something changed', () => {
  const dates = ['"2026-04-01T00:00:00Z"', "'2026-04-01'", '2026-04-01', '']
  for (const date of dates) {
    const text =
      front(`last_synced:${date === '' ? '' : ` ${date}`}`, 'version: 1') + roadmap(feature('planned'))
    const quote = /^["']/.exec(date)?.[0] ?? ''
    const [head = ''] = sync(text).text.split('\n\n')
    expect(head).toBe(`---\nproject: x\nlast_synced: ${quote}${now}${quote}\nversion: 1\n---`)
    const same = text.replace('** planned', '** done')
    expect(sync(same).text).toBe(same)
  }
})

it('AP-12 a roadmap that a person edited since the last sync is left alone', () => {
  const edited = (synced: string, manual: string) =>
    sync(front(synced, manual).replace(/\n\n/g, '\n') + roadmap(feature('planned')))
  const left = edited('last_synced: "2026-04-01T00:00:00Z"', 'last_manual_edit: "2026-04-02T00:00:00Z"')
  expect(left).toMatchObject({
    changed: [],
    left: [
      'A person edited the roadmap since its last sync (2026-04-02T00:00:00Z), so it was left as it is.',
    ],
  })
  expect(edited('version: 1', 'last_manual_edit: 2026-04-02').changed).toEqual([])
  expect(edited('last_synced: soon', 'last_manual_edit: 2026-04-02').changed).toEqual([])
  expect(edited('last_synced: 2026-04-02', 'last_manual_edit: 2026-04-02').changed).toHaveLength(1)
  expect(edited('last_synced: 2026-04-02', 'last_manual_edit:').changed).toHaveLength(1)
})

it('AP-12 a roadmap without the spec stays as it is', () => {
  const text = roadmap(feature('planned', 'docs/other.md'))
  expect(sync(text)).toEqual({
    text,
    changed: [],
    left: [`No feature of the roadmap has the spec ${spec}.`],
    isNamed: false,
  })
})

it('AP-12 any text is read, and a sync changes nothing twice', () => {
  const samples = [
    front('last_synced: 2026-04-01') + roadmap(feature('planned'), feature('done')),
    roadmap(feature('`in progress`')),
  ]
  fc.assert(
    fc.property(textsLike(...samples), (text) => {
      readRoadmap(text)
      const once = sync(text).text
      expect(sync(once)).toMatchObject({ text: once, changed: [] })
    }),
    { numRuns: runs(200) },
  )
  for (const piece of ['### a\n', '- **Status:** ', '`', '- **Spec:** `']) {
    sync(`### A\n\n${piece.repeat(60_000 / piece.length)}`)
  }
})

describe.skipIf(!hasSharedCases)('AP-12 the roadmaps in shared/cases', () => {
  it('all features have milestone, status and spec', () => {
    const { features, warnings } = readRoadmap(sharedCase('roadmap/roadmap-2026-03.md'))
    expect(features).toHaveLength(50)
    expect(warnings).toEqual([])
    expect(features[0]).toEqual({
      name: 'Core Library Design & Modules',
      milestone: 'v1.0 Foundation',
      status: 'done',
      spec: 'docs/specs/2026-03-11-harness-engineering-library-design.md',
      line: 12,
    })
  })

  it('one status changes, and nothing else', () => {
    const text = sharedCase('roadmap/roadmap-2026-03.md').replace(
      /(- \*\*Status:\*\* )done(\n- \*\*Spec:\*\* docs\/changes\/autopilot\/proposal\.md)/,
      '$1planned$2',
    )
    const synced = syncRoadmap(text, { spec: 'docs/changes/autopilot/proposal.md', status: 'done', now })
    expect(synced.text).toBe(sharedCase('roadmap/roadmap-2026-03.md'))
    expect(synced.changed).toHaveLength(1)
    const meta = sharedCase('roadmap/meta.md')
    expect(syncRoadmap(meta + roadmap(feature('planned')), { spec, status: 'done', now }).text).toContain(
      `\nlast_synced: "${now}"\nlast_manual_edit: "2026-06-27T12:51:51.967Z"\n`,
    )
  })
})
