import { describe, expect, it } from 'vitest'
import { finding } from '../../test-support/outcomes.ts'
import { endReports } from './report.ts'
import { given } from './test-support/given.ts'
import { checksPass, concludes, done, finds } from './test-support/happenings.ts'
import { documents, phase, prompt } from './test-support/shelf.ts'

describe('HB-30 the end', () => {
  const issue = finding('High', 'Contrast is too low', 'src/a/b.css')
  const shelf = documents([
    prompt('1.1', 'critique', { anchors: { paths: ['src/a'], productRules: [], designRules: [] } }),
    prompt('3.1', 'polish', {
      anchors: { paths: ['src/a'], productRules: [], designRules: [] },
      budget: { loc: 1, locFloor: 0, files: 1, filesFloor: 0 },
    }),
  ])
  const story = [finds('1.1', issue), ...done('3.1', 'src/a/b.css')]
  it('a final critique of the whole product comes first', () =>
    expect(given(shelf, story).envelope()).toContain('/impeccable critique src/pages src/components'))
  it('all_done: issues with their resolution, regressions, candidates, calibration', () => {
    const end = given(shelf, [
      ...story,
      concludes([finding('Medium', 'Focus ring is gone', 'src/c.css')], { '1.1-1': 'no longer seen' }),
    ]).ends()
    expect(end).toMatchObject({ outcome: 'done', exitCode: 0, resumable: false })
    for (const part of [
      'Contrast is too low (src/a/b.css)',
      '*changed and no longer seen*: Changed by 3.1.',
      '## Regressions',
      'Focus ring is gone',
      '## Phase 5 candidates',
      '# Calibration',
      '| 3.1 | 1 → 10 | 1 → 1 | yes |',
      '3.1: split prompt',
    ])
      expect(end.report).toContain(part)
  })
  it('counts boxes, and tells the evidence of every prompt and close', () => {
    const [critique, polish] = shelf.handbook.prompts
    if (critique === undefined || polish === undefined) throw new Error('two prompts')
    const closed = documents([critique, { ...polish, box: 'done' }, prompt('3.2', 'harden')], {
      phases: [phase(1, { close: { commands: ['npm run close'], prompt: null } })],
    })
    const { report } = given(closed, [
      finds('1.1'),
      checksPass('phase-1'),
      ...done('3.2'),
      finds('final'),
    ]).ends()
    expect(report).toContain('3 prompts done in 2 iterations.')
    expect(report).toContain('- 3.2 passed: check (`npm run check`')
    expect(report).toContain('- Phase 1 close passed: npm run close (`npm run close`')
  })
  it('TR-07 names what was done by hand', () => {
    const [critique, polish] = shelf.handbook.prompts
    if (critique === undefined || polish === undefined) throw new Error('two prompts')
    const vouched = documents([critique, { ...polish, box: 'done' }])
    const { report } = given(vouched, [finds('1.1'), finds('final')]).ends()
    expect(report).toMatch(/## By hand\s+- 3\.1/)
    expect(given(shelf, [...story, finds('final')]).ends().report).not.toContain('## By hand')
    const deferred = documents([critique, { ...polish, box: 'deferred' }])
    expect(given(deferred, [finds('1.1'), finds('final')]).ends().report).not.toContain('## By hand')
  })
  it('leaves a ship report and a calibration, or a halt report', () => {
    const filesOf = (state: Parameters<typeof endReports>[0]) => endReports(state).map(({ file }) => file)
    expect(filesOf(given(shelf, story).state)).toEqual([])
    expect(filesOf(given(shelf, [...story, finds('final')]).state)).toEqual([
      '.impeccable-shipreport.md',
      '.impeccable-calibration.md',
    ])
    const limits = { maxIterations: 1, timeoutMinutes: 9 }
    expect(filesOf(given(shelf, [finds('1.1')], { limits }).state)).toEqual(['.impeccable-halt.md'])
  })
})
