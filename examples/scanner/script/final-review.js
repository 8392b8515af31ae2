/** After the phases: a function that two of them wrote, and the outcome. */
import { done, runCli } from './answers.js'

export const finalReview = {
  first: {
    do: [{ run: 'grep -n "split(" src/lines.js src/ignore.js' }],
    json: {
      findings: [
        {
          severity: 'important',
          title: 'Two functions split a text into lines',
          detail:
            'splitLines in src/ignore.js is linesOf of src/lines.js under another name. If one of them changes, marks and findings count lines differently. Import linesOf.',
          file: 'src/ignore.js',
          line: 4,
        },
      ],
    },
  },
  fix: {
    do: [
      {
        replace: {
          path: 'src/ignore.js',
          find: "const mark = 'scan-ignore'\n",
          with: "import { linesOf } from './lines.js'\n\nconst mark = 'scan-ignore'\n",
        },
      },
      {
        replace: {
          path: 'src/ignore.js',
          find: 'const splitLines = (text) => text.split(/\\r?\\n/)\n\n',
          with: '',
        },
      },
      { replace: { path: 'src/ignore.js', find: 'splitLines(text)', with: 'linesOf(text)' } },
      { run: 'node --test test/ignore.test.js' },
    ],
    json: done('Marks and findings count lines with the same function.', {
      learnings: [{ outcome: 'gotcha', text: 'Lines are split in src/lines.js only.' }],
    }),
  },
  again: {
    do: [{ run: 'grep -n "linesOf" src/*.js' }],
    json: {
      findings: [
        {
          severity: 'suggestion',
          title: 'The mark is written twice in src/ignore.js',
          detail: 'As a text and in a pattern. One can be made of the other.',
          file: 'src/ignore.js',
          line: 3,
        },
      ],
    },
  },
  outcome: {
    do: [runCli('samples/shop'), runCli('samples/clean'), runCli('missing')],
    json: {
      verdict: 'SATISFIED',
      confidence: 'high',
      reasons: [
        'Each finding has its line: the shop printed "settings.conf:4 debug-on: turn it off".',
        'The last line counts, and the exit code follows: "3 findings" with "exit code 1", "0 findings" with "exit code 0".',
        'A mark takes lines out: line 5 of the clean settings has plain http below a mark, and "0 findings" were printed.',
        'A missing folder is named on one line: "missing is no folder" with "exit code 2".',
      ],
    },
  },
}
