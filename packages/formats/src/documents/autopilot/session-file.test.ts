import { describe, expect, it, test } from 'vitest'
import { neverCrashes, textsLike } from '../../test-support/fuzz.ts'
import { describeProblem } from '../../text/format-problem.ts'
import { isResumable, readSessionFile } from './session-file.ts'
import { file, phases, readAll, readWith, version2 } from './test-support/session-samples.ts'
import { expectedOf, hasSharedCases, sharedCase } from './test-support/shared-cases.ts'

const problemsIn = (text: string): string => {
  const read = readSessionFile(text, file)
  return read.ok ? '' : read.problems.map(describeProblem).join('\n')
}

describe('AP-03 older versions', () => {
  it.each([
    [1, ['startingCommit', 'decisions', 'finalReview', 'reviewPlans', 'rigorLevel'], {}],
    [
      3,
      ['reviewPlans', 'rigorLevel'],
      { startingCommit: null, decisions: [], finalReview: { status: 'pending' } },
    ],
    [
      4,
      ['rigorLevel'],
      { startingCommit: null, decisions: [], finalReview: { status: 'pending' }, reviewPlans: true },
    ],
  ])('AP-03 of version %i, the fields %j are filled in', (schemaVersion, names, more) => {
    const { session, read, ignored } = readWith({ schemaVersion, ...more })
    expect(session).toEqual({
      schemaVersion,
      specPath: 'docs/changes/x/proposal.md',
      startingCommit: null,
      currentState: 'ASSESS',
      currentPhase: 1,
      rigorLevel: 'standard',
      reviewPlans: schemaVersion === 4,
      phases,
      decisions: [],
      history: [],
      finalReview: { status: 'pending', findings: [], retryCount: 0 },
    })
    expect(read).toEqual([
      `version ${schemaVersion}: ASSESS, phase 2 of 2, 1 complete`,
      `filled in: ${names.join(', ')}`,
    ])
    expect(ignored).toEqual([])
  })
})

describe('AP-03 a damaged file says what is wrong', () => {
  const damaged = (more: object): string => problemsIn(JSON.stringify({ ...version2, ...more }))

  test.each([
    ['', 'expected one JSON object, found an empty file'],
    ['The session is over.', 'expected one JSON object, found "The session is over."'],
    ['[]', 'expected one JSON object, found an empty list'],
    [JSON.stringify(version2).slice(0, -20), `${file}:1:`],
    [`${JSON.stringify(version2)}\nDone.`, 'expected the end of the file'],
  ])('AP-03 %j', (text, problem) => {
    expect(problemsIn(text)).toContain(problem)
  })

  test.each([
    [{ schemaVersion: undefined }, 'schemaVersion: expected a version from 1 to 5, found nothing'],
    [{ schemaVersion: 0 }, 'schemaVersion: expected a version from 1 to 5, found 0'],
    [{ schemaVersion: 9 }, 'found 9; it was written by a newer version'],
    [{ phases: undefined }, 'phases: expected a list of phases, found nothing'],
    [{ phases: {} }, 'phases: expected a list of phases, found an object'],
    [{ phases: [] }, 'phases: expected a list of phases, found an empty list'],
    [{ phases: [{ complexity: 'low' }] }, 'phases[0].name: expected the name of a phase, found nothing'],
    [{ phases: [null] }, 'phases[0].name: expected the name of a phase, found null'],
    [{ currentState: 'EXECUTING' }, 'currentState: expected one of INIT'],
    [{ currentState: 'REVEIW' }, 'did you mean "REVIEW"?'],
    [{ currentState: undefined }, 'currentState: expected one of INIT'],
    [{ specPath: undefined }, 'specPath: expected a path inside the repository, found nothing'],
    [{ schemaVersion: 1, specPath: null }, 'specPath: expected a path inside the repository, found null'],
    [{ specPath: '/etc/passwd' }, 'specPath: expected a path inside the repository, found "/etc/passwd"'],
  ])('AP-03 %j', (more, problem) => {
    expect(damaged(more)).toContain(problem)
  })

  it('AP-03 names every mistake, with its line', () => {
    const text = JSON.stringify({ ...version2, specPath: 1, currentState: 2 }, null, 2)
    expect(problemsIn(text).split('\n')).toEqual([
      expect.stringContaining(`${file}:3:15 specPath`),
      expect.stringContaining(`${file}:4:19 currentState`),
    ])
  })

  it('AP-03 never crashes its reader', () => {
    neverCrashes(
      textsLike(JSON.stringify(version2), JSON.stringify({ ...version2, decisions: ['x'] })),
      readSessionFile,
    )
  })
})

/** Ours are called otherwise. */
const ownNames: Readonly<Record<string, string>> = { COMPLETE: 'DONE' }

describe.skipIf(!hasSharedCases)('AP-03 real files', () => {
  test.each([
    'states/v1-done-two-phases.json',
    'states/v2-execute-mid.json',
    'states/v3-assess.json',
    'states/v4-complete.json',
  ])('AP-03 %s is read as it is meant', (path) => {
    const { session } = readAll(sharedCase(path))
    const { currentState, ...expected } = expectedOf(path)
    expect({
      schemaVersion: session.schemaVersion,
      currentPhase: session.currentPhase,
      phases: session.phases.length,
      complete: session.phases.filter(({ status }) => status === 'complete').length,
      resumable: isResumable(session),
    }).toEqual(expected)
    expect(session.currentState).toBe(ownNames[String(currentState)] ?? currentState)
  })

  test('AP-03 the report on a real file names what was read otherwise, and what was ignored', () => {
    const { read, ignored } = readAll(sharedCase('states/v4-complete.json'))
    expect(read).toContain('currentState "COMPLETE" as DONE')
    expect(read).toContain('finalReview.status "complete" as passed')
    expect(ignored).toEqual(['findings[].status', 'sessionDir'])
  })
})
