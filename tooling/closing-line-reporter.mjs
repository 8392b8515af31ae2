// Ends a test run with one plain line, so that people and scripts need not parse anything else. Above it stands why
// tests were skipped, where their titles say so: what is missing on a machine must not go unnoticed.
export default class ClosingLineReporter {
  onTestRunEnd(modules, errors) {
    const count = { passed: 0, failed: errors.length, skipped: 0 }
    const skippedFor = new Map()
    for (const module of modules) {
      let failedInside = 0
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') count.passed += 1
        else if (state === 'failed') {
          count.failed += 1
          failedInside += 1
        } else {
          count.skipped += 1
          const why = /\(skipped: ([^)]+)\)/.exec(test.fullName)?.[1]
          if (why !== undefined) skippedFor.set(why, (skippedFor.get(why) ?? 0) + 1)
        }
      }
      // A file that cannot be loaded, or whose hooks fail, has no failed test to count.
      if (failedInside === 0 && !module.ok()) count.failed += 1
    }
    const reasons = [...skippedFor].map(([why, tests]) => `${tests} skipped: ${why}`)
    const line = `${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`
    process.on('exit', () => console.log([...reasons, line].join('\n')))
  }
}
