import { describe, expect, it } from 'vitest'
import { neverCrashes, textsLike } from '../../test-support/fuzz.ts'
import { describeProblem } from '../../text/format-problem.ts'
import { combineHandbook } from './combine-handbook.ts'
import { parseHandbook } from './parse-handbook.ts'
import { parseSkeleton, type Skeleton } from './skeleton.ts'
import { smallHandbook } from './test-support/handbooks.ts'

const entry = {
  id: '0.1',
  phase: 0,
  verb: 'document',
  anchors: { paths: ['src'], product_md_rules: ['## Users'], design_md_rules: ['The Quiet Rule'], more: 1 },
  sizing: { loc: 10, loc_floor: 2, files: '∞', files_floor: 0, confidence: 'high' },
  expected_signal: 'require_nonempty',
  paired_with: null,
  depends_on: ['0.0'],
  theirs: { kept: true },
}
const written = parseHandbook(smallHandbook, 'H.md').handbook
const read = (value: unknown): Skeleton => {
  const result = parseSkeleton(JSON.stringify(value, null, 1), 'S.json')
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'))
  return result.value
}
const refusals = (text: string) => {
  const result = parseSkeleton(text, 'S.json')
  return result.ok ? [] : result.problems.map(describeProblem)
}
const { id, ...withoutId } = entry
const rest = [{ id: '1.1' }, { id: '1.2' }]

describe('HB-05 the skeleton', () => {
  it.each([
    ['a list', [entry]],
    ['a map by id', { version: 2, '0.1': withoutId }],
    ['a map whose entries name themselves', { '0.1': entry }],
    ['a list in the field prompts', { version: 2, prompts: [entry] }],
    ['a map in the field prompts', { prompts: { '0.1': withoutId } }],
    ['phases with their prompts inside', { phases: [{ phase: 0, prompts: [entry] }, { phase: 1 }] }],
    ['phases with maps of prompts inside', { phases: [{ prompts: { '0.1': withoutId } }] }],
  ])('HB-05, HB-55 is %s, and unknown fields are kept', (_, value) => {
    const skeleton = read(value)
    expect([...skeleton.entries]).toEqual([[id, { ...entry, sizing: { ...entry.sizing, files: null } }]])
    expect(skeleton.lineOf('0.1')).toBeGreaterThan(1)
  })

  it.each([
    ['{not json', 'S.json:1:2: expected a field name in double quotes, found "not"'],
    ['"text"', 'S.json:1:1: expected a list of prompts, or an object with a field for each, found "text"'],
    [
      '[{"id": "1.1"},\n{"id": "1.1"}]',
      'S.json:2:8 [1].id: expected every prompt once, found a second "1.1"',
    ],
    [
      '{"items": [{"id": "1.1"}]}',
      'S.json:1:11 items: expected a list of prompts, or an object with a field for each prompt id, found a list in the field "items"',
    ],
    [
      '{"prompts": 3}',
      'S.json:1:13 prompts: expected a list of prompts, or an object with a field for each, found 3',
    ],
    [
      '{"prompts": [{"id": "1.1", "depends_on": "1.0"}]}',
      'S.json:1:42 prompts[0].depends_on: expected a list, found "1.0"',
    ],
    [
      '{"phases": [{"prompts": [{"id": "1.1"}]}, {"prompts": {"1.1": {}}}]}',
      'S.json:1:63 phases[1].prompts["1.1"].id: expected every prompt once, found a second "1.1"',
    ],
    ['{"1.1": {"id": "1.2"}}', 'S.json:1:16 ["1.1"].id: expected "1.1", found "1.2"'],
    ['[{"id": "1.1", "depends_on": "1.0"}]', 'S.json:1:30 [0].depends_on: expected a list, found "1.0"'],
    [
      '[{"id": "1.1", "expected_signal": "allow"}]',
      'S.json:1:35 [0].expected_signal: expected one of "allow_empty", "require_nonempty", found "allow"; did you mean "allow_empty"?',
    ],
  ])('HB-05 %s is refused with its place', (text, complaint) => {
    expect(refusals(text)).toEqual([complaint])
  })

  it('HB-05 wins for everything but text, box, success and failure modes', () => {
    const { handbook } = combineHandbook(written, read([entry, ...rest]))
    expect(handbook.hasSkeleton).toBe(true)
    expect(handbook.prompts[0]).toEqual({
      id: '0.1',
      phase: 0,
      title: 'Document — the system',
      verb: 'document',
      text: '/impeccable document the design system as it is,\nand leave nothing out.',
      box: 'done',
      boxLine: 14,
      anchors: { paths: ['src'], productRules: ['## Users'], designRules: ['The Quiet Rule'] },
      budget: { loc: 10, locFloor: 2, files: null, filesFloor: 0 },
      expectedSignal: 'require_nonempty',
      success: 'It holds.',
      failureModes: 'It does not.',
      pairedWith: null,
      dependsOn: ['0.0'],
    })
  })

  it('HB-05 drift is one warning each, and it goes on', () => {
    const skeleton = read([{ ...entry, verb: 'extract', phase: 3 }, { id: '1.1' }, { id: '7.7' }])
    const { warnings, handbook } = combineHandbook(written, skeleton)
    expect(handbook.warnings).toEqual([
      'Prompt 0.1: the phase is 3 in the skeleton, 0 in the handbook; the handbook counts.',
      'Prompt 0.1: the verb is extract in the skeleton, document in the handbook; the skeleton counts.',
      'Prompt 0.1: the list of paths is src in the skeleton, src/pages/a.astro in the handbook; the skeleton counts.',
      'Prompt 0.1: the budget is loc:10±2,files:∞ in the skeleton, loc:120±30,files:2 in the handbook; the skeleton counts.',
      'Prompt 0.1: the expected signal is require_nonempty in the skeleton, allow_empty in the handbook; the skeleton counts.',
      'The skeleton does not have prompt 1.2.',
      'Prompt 1.2 has no scope: its budget is unbounded and it may come to nothing.',
      'The skeleton names prompt 7.7, which the handbook does not have.',
    ])
    expect(warnings.map(({ file, line }) => [file, line])).toContainEqual(['skeleton', 37])
    expect(handbook.prompts.map((prompt) => prompt.id)).toEqual(['0.1', '1.1', '1.2'])
  })

  it('HB-52 paths are spelled once, so that another spelling is no drift', () => {
    const anchors = { paths: ['./src/pages/a.astro', 'src/pages/a.astro/'] }
    const { handbook } = combineHandbook(written, read([{ id: '0.1', anchors }, ...rest]))
    expect(handbook.prompts[0]?.anchors.paths).toEqual(['src/pages/a.astro'])
    expect(handbook.warnings).not.toContainEqual(expect.stringContaining('the list of paths'))
  })

  it('HB-05 absent, the envelope says it all', () => {
    const { handbook, warnings } = combineHandbook(written, null)
    expect(handbook).toMatchObject({ hasSkeleton: false })
    expect(handbook.prompts[0]).toMatchObject({
      anchors: { paths: ['src/pages/a.astro'], productRules: [] },
      budget: { loc: 120, locFloor: 30, files: 2, filesFloor: 0 },
      expectedSignal: 'allow_empty',
    })
    expect(warnings.map(({ rule }) => rule)).toEqual(['no-scope', 'no-scope'])
  })

  it('HB-06 neither skeleton nor envelope: a warning, unbounded, allow_empty', () => {
    const { handbook, warnings } = combineHandbook(written, null)
    expect(handbook.prompts[1]).toMatchObject({ budget: null, expectedSignal: 'allow_empty', success: null })
    expect(warnings[0]).toEqual({
      rule: 'no-scope',
      promptId: '1.1',
      file: 'handbook',
      line: 20,
      message: 'Prompt 1.1 has no scope: its budget is unbounded and it may come to nothing.',
    })
  })

  it('HB-05 unbounded by its confidence', () => {
    const skeleton = read([{ ...entry, sizing: { loc: 10, confidence: 'unbounded' } }])
    expect(combineHandbook(written, skeleton).handbook.prompts[0]?.budget?.loc).toBeNull()
  })

  it('QA-03 any skeleton gets an answer', () => {
    neverCrashes(
      textsLike(JSON.stringify([entry]), JSON.stringify({ phases: [{ prompts: { '0.1': entry } }] })),
      parseSkeleton,
    )
  })
})
