/**
 * Preloaded into the program (`node --expose-gc --require`): notes when each process that it starts begins and ends, and
 * what its heap holds as the work goes on. Writes that to `HARNESS_PROBE` when the program exits.
 */
const { ChildProcess } = require('node:child_process')
const { subscribe } = require('node:diagnostics_channel')
const { writeFileSync } = require('node:fs')

/** The heap is looked at with every so many checks. */
const every = 5

/** Outside the heap that is looked at: a beginning and an end for each process, where objects would grow it by themselves. */
let times = new Float64Array(1 << 16)
let noted = 0
const heaps = []
let checks = 0
/** Milliseconds in which the thread did nothing but start processes. */
let starting = 0
/** Milliseconds spent here, which the program alone would not take. */
let own = 0

function note(from, to) {
  if (noted === times.length) {
    const longer = new Float64Array(2 * times.length)
    longer.set(times)
    times = longer
  }
  times[noted++] = from
  times[noted++] = to
}

function lookAtHeap() {
  const begun = performance.now()
  globalThis.gc()
  heaps.push(process.memoryUsage().heapUsed)
  own += performance.now() - begun
}

// Told before the process is forked: starting it belongs to it.
subscribe('child_process', ({ process: child }) => {
  const from = performance.now()
  child.once('exit', () => {
    note(from, performance.now())
    if (child.spawnfile !== 'git' && ++checks % every === 0) lookAtHeap()
  })
})

const { spawn } = ChildProcess.prototype
ChildProcess.prototype.spawn = function (...args) {
  const begun = performance.now()
  const result = spawn.apply(this, args)
  starting += performance.now() - begun
  return result
}

process.once('exit', () => {
  const { active } = performance.eventLoopUtilization()
  const spans = Array.from({ length: noted / 2 }, (_, nth) => ({
    from: times[2 * nth],
    to: times[2 * nth + 1],
  }))
  const report = { wall: performance.now() - own, thread: active - own - starting, starting, spans, heaps }
  writeFileSync(process.env.HARNESS_PROBE, JSON.stringify(report))
})
