import { describe, expect, it } from 'vitest'
import { noCrash } from './crash-plan.ts'
import { quiet } from './quiet.ts'
import { startProcess } from './sim-process.ts'
import { openTimeline } from './timeline.ts'
import { openWallClock } from './wall-clock.ts'

function waitingUntil(at: number) {
  const timeline = openTimeline()
  const wall = openWallClock(timeline, 1_000)
  const process = startProcess(timeline, noCrash)
  const stop = new AbortController()
  let woke: number | string | null = null
  wall
    .of(process)
    .until(at, stop.signal)
    .then(
      () => {
        woke = timeline.now()
      },
      () => {
        woke = 'aborted'
      },
    )
  return { timeline, wall, process, stop, woke: () => woke }
}

describe('QA-02 the simulated clock', () => {
  it('wakes when its time has come, and not before', async () => {
    const { timeline, woke } = waitingUntil(1_500)
    await quiet()
    expect(woke()).toBeNull()
    timeline.advance()
    await quiet()
    expect(woke()).toBe(500)
  })
  it('wakes at once when the clock jumps past the time', async () => {
    const { wall, woke } = waitingUntil(1_500)
    await quiet()
    wall.jump(10_000)
    await quiet()
    expect(woke()).toBe(0)
  })
  it('waits longer when the clock jumps back', async () => {
    const { timeline, wall, woke } = waitingUntil(1_500)
    await quiet()
    wall.jump(-200)
    await quiet()
    timeline.advance()
    await quiet()
    expect(woke()).toBe(700)
  })
  it('stops waiting when it is aborted', async () => {
    const { stop, woke } = waitingUntil(1_500)
    stop.abort()
    await quiet()
    expect(woke()).toBe('aborted')
  })
  it('never wakes a dead process', async () => {
    const { timeline, wall, process, stop, woke } = waitingUntil(1_500)
    process.end()
    wall.jump(10_000)
    stop.abort()
    expect(timeline.advance()).toBe(false)
    await quiet()
    expect(woke()).toBeNull()
  })
})
