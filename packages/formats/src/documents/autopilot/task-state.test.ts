import { describe, expect, it } from 'vitest'
import { printTaskState, readProgress, type TaskState } from './task-state.ts'

const state: TaskState = {
  position: { phase: '2: Report', task: '1.2' },
  decisions: [{ date: '2026-01-31', decision: 'A', context: 'B' }],
  blockers: [{ id: 'b1', description: 'No key.', status: 'open' }],
  progress: { '1.1': 'complete', '1.2': 'in_progress', '1.3': 'pending' },
}
const progressOf = (progress: unknown) => readProgress(JSON.stringify({ progress }))

describe('AP-08 state.json of a session', () => {
  it('AP-08 is printed with its fields in their order, and its progress is read as it was', () => {
    expect(printTaskState(state)).toBe(`${JSON.stringify(state, null, 2)}\n`)
    expect(Object.keys(JSON.parse(printTaskState({ lastSession: { at: 1 }, ...state })))).toEqual([
      'position',
      'decisions',
      'blockers',
      'progress',
      'lastSession',
    ])
    expect(readProgress(printTaskState(state))).toEqual({ progress: state.progress, ignored: [] })
  })

  it.each([
    ['done', 'complete'],
    ['Completed', 'complete'],
    ['COMPLETE', 'complete'],
    [true, 'complete'],
    ['in-progress', 'in_progress'],
    ['failed', 'in_progress'],
    ['todo', 'pending'],
    [{ status: 'done', commit: 'x' }, 'complete'],
  ])('AP-08 %j is read as %s', (word, expected) => {
    expect(progressOf({ 1: word })).toEqual({ progress: { 1: expected }, ignored: [] })
  })

  it('AP-08 the tasks may be a list', () => {
    const tasks = [{ task: '1.1', status: 'done' }, { id: 2, status: 'odd' }, { status: 'done' }]
    expect(progressOf(tasks)).toEqual({ progress: { '1.1': 'complete' }, ignored: ['progress.2: an object'] })
  })

  it('AP-08 a word that is not understood leaves its task to be done', () => {
    expect(progressOf({ 1: 'odd', 2: 'done', 3: null })).toEqual({
      progress: { 2: 'complete' },
      ignored: ['progress.1: "odd"', 'progress.3: null'],
    })
  })

  it.each([
    ['', ['the whole file, which is no JSON object']],
    ['{"progress": {"1": "do', ['the whole file, which is no JSON object']],
    ['[]', ['the whole file, which is no JSON object']],
    ['{}', []],
    ['{"progress": 3}', ['progress, which is 3']],
  ])('AP-08 a damaged file has no progress: %j', (text, ignored) => {
    expect(readProgress(text)).toEqual({ progress: {}, ignored })
  })

  it('AP-08 a name of a task changes no object', () => {
    const { progress } = readProgress('\uFEFF{"progress": {"__proto__": "done", "1": "done"}}')
    expect(Object.keys(progress)).toEqual(['1', '__proto__'])
    expect(Object.getPrototypeOf(progress)).toBe(Object.prototype)
  })
})
