/** Owns what agents do to files: implement, fix, and see what is wrong. */
import { type Finding, type Severity, severities } from '@harness/core/kernel/finding'
import type { Files } from '../../world/repository.ts'
import { removedTestPath } from '../../world/run-agent.ts'
import { featurePath } from '../../world/run-checks.ts'
import { parseSource, type Source, sourceText } from '../../world/source-text.ts'

export interface Blemishes {
  readonly bugs: readonly string[]
  /** `Severity|Title`. */
  readonly flaws: readonly string[]
}

export const flawless: Blemishes = { bugs: [], flaws: [] }

export const implemented = (files: Files, version: string, { bugs, flaws }: Blemishes): Files => ({
  ...files,
  [featurePath]: sourceText({ version, bugs, clashes: [], flaws }),
})

/** Fixes all that is wrong in any source and leaves the given blemishes in the feature. */
export function fixed(files: Files, version: string, blemishes: Blemishes): Files {
  const repaired = Object.entries(files)
    .filter(([path]) => path !== removedTestPath)
    .map(([path, text]): [string, string] => {
      const source = parseSource(text)
      return isSound(source)
        ? [path, text]
        : [path, sourceText({ version, bugs: [], clashes: [], flaws: [] })]
    })
  return implemented(Object.fromEntries(repaired), version, blemishes)
}

const isSound = ({ bugs, clashes, flaws }: Source): boolean =>
  bugs.length + clashes.length + flaws.length === 0

export const blemishesOf = (files: Files): Blemishes => {
  const { bugs, flaws } = parseSource(files[featurePath] ?? '')
  return { bugs, flaws }
}

/** What a reviewer who overlooks nothing would say. */
export const findingsIn = (files: Files): readonly Finding[] =>
  Object.entries(files).flatMap(([file, text]) =>
    parseSource(text).flaws.map((flaw) => {
      const [severity = '', title = ''] = flaw.split('|')
      return findingOf(severities.find((known) => known === severity) ?? 'Low', title, file)
    }),
  )

export const findingOf = (severity: Severity, title: string, file: string): Finding => ({
  severity,
  title,
  detail: '',
  file,
  line: null,
})
