// Prints at the end of `npm run soak` what the tests that passed have counted: packages/formats/src/test-support/figures.ts.
type Figures = Readonly<Record<string, number>>

/** What the reporter needs of a vitest module. */
interface TestedModule {
  readonly children: {
    allTests(state: 'passed'): Iterable<{ meta(): { readonly figures?: Figures } }>
  }
}

const rows = [
  'kills survived',
  'lies told',
  'lies caught',
  'attacks tried',
  'probes refused',
  'inputs fuzzed',
]
const columns = ['confined', 'unconfined', 'none']
const titles = ['', 'confined', 'unconfined', 'no sandbox needed']

export default class FiguresReporter {
  onTestRunEnd(modules: Iterable<TestedModule>): void {
    const counted = [...modules].flatMap(({ children }) =>
      [...children.allTests('passed')].map((test) => test.meta().figures ?? {}),
    )
    process.on('exit', () => console.log(`\n${figuresTable(counted)}\n`))
  }
}

export function figuresTable(counted: readonly Figures[]): string {
  const total = new Map<string, number>()
  for (const [name, number] of counted.flatMap((figures) => Object.entries(figures)))
    total.set(name, (total.get(name) ?? 0) + number)
  const cells = rows.map((row) => [
    row,
    ...columns.map((held) => String(total.get(`${row}, ${held}`) ?? '-')),
  ])
  return [titles, ...cells]
    .map(([row = '', ...rest]) =>
      [row.padEnd(16), ...rest.map((cell, index) => cell.padStart(titles[index + 1]?.length ?? 0))].join(
        '  ',
      ),
    )
    .join('\n')
}
