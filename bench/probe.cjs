/**
 * Preloaded into the program (`node --expose-gc --require`): notes when each process that it starts begins and ends, and
 * what its heap holds as the work goes on. Writes that to `HARNESS_PROBE` when the program exits.
 */
const { ChildProcess } = require('node:child_process')
const { subscribe } = require('node:diagnostics_channel')
const { writeFileSync } = require('node:fs')

/** The heap is looked at with every so many checks. */
const every = 5

const spans = []
const heaps = []
let checks = 0
/** Milliseconds in which the thread did nothing but start processes. */
let starting = 0
/** Milliseconds spent here, which the program alone would not take. */
let own = 0

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
    spans.push({ from, to: performance.now() })
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
  const report = { wall: performance.now() - own, thread: active - own - starting, starting, spans, heaps }
  writeFileSync(process.env.HARNESS_PROBE, JSON.stringify(report))
})
