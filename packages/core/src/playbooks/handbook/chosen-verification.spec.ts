import { describe, expect, it } from 'vitest'
import { chosenVerification } from './chosen-verification.ts'
import { defaultVerification } from './input.ts'

describe('HB-56 what verifies a prompt', () => {
  const check = (name: string, run: string) => ({ name, run, timeoutMs: 1, claims: [] })
  const { paths } = defaultVerification.whereTouched
  const silent = { always: null, paths, whereTouched: null }
  const all = ['check', 'test', 'build:data', 'build']
  const runs = (...given: Parameters<typeof chosenVerification>) => {
    const { always, whereTouched } = chosenVerification(...given)
    return [always, whereTouched.checks].map((checks) => checks.map(({ run }) => run))
  }
  const make = check('make', 'make test')

  it('is what the config says for handbooks', () =>
    expect(runs({ always: [make], paths, whereTouched: [] }, [check('test', 'npm test')], all)).toEqual([
      ['make test'],
      [],
    ]))
  it('else the checks of the config', () => expect(runs(silent, [make], [])).toEqual([['make test'], []]))
  it('else npm run check and npm run test, with the builds, in a package that has them', () => {
    expect(runs(silent, [], all)).toEqual([
      ['npm run check', 'npm run test'],
      ['npm run build:data', 'npm run build:data && npm run build'],
    ])
    expect(runs(silent, [], ['test', 'build'])).toEqual([['npm run test'], ['npm run build']])
  })
  it('else nothing, which the preflight refuses', () => expect(runs(silent, [], ['lint'])).toEqual([[], []]))
  it('the builds come on top of the checks in a package that has them, each once', () => {
    expect(runs(silent, [make], all)).toEqual([
      ['make test'],
      ['npm run build:data', 'npm run build:data && npm run build'],
    ])
    expect(runs(silent, [check('all', 'npm run build:data && npm run build')], all)[1]).toEqual([
      'npm run build:data',
    ])
    expect(runs(silent, [check('build', 'make')], all)[1]).toEqual(['npm run build:data'])
  })
})
