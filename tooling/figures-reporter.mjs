// Prints at the end of `npm run soak` what the tests that passed have counted: packages/formats/src/test-support/figures.ts.
const rows = ['kills survived', 'lies told', 'lies caught', 'attacks tried', 'inputs fuzzed']
const columns = ['confined', 'unconfined', 'none']
const titles = ['', 'confined', 'unconfined', 'no sandbox needed']

export default class FiguresReporter {
  onTestRunEnd(modules) {
    const total = {}
    for (const module of modules)
      for (const test of module.children.allTests('passed'))
        for (const [name, number] of Object.entries(test.meta().figures ?? {}))
          total[name] = (total[name] ?? 0) + number
    const cells = rows.map((row) => [row, ...columns.map((held) => shown(total[`${row}, ${held}`]))])
    const lines = [titles, ...cells].map(([row, ...rest]) =>
      [row.padEnd(16), ...rest.map((cell, index) => cell.padStart(titles[index + 1].length))].join('  '),
    )
    process.on('exit', () => console.log(['', ...lines, ''].join('\n')))
  }
}

const shown = (number) => (number === undefined ? '-' : String(number))
