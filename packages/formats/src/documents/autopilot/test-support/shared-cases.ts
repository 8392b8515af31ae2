/** Test support: real files of the tool that an autopilot follows. They stand beside the checkout, if at all. */
import { existsSync, readFileSync } from 'node:fs'

const cases = new URL('../../../../../../../shared/cases/autopilot/', import.meta.url)

/** The tests of the real files are shown as skipped without them. */
export const hasSharedCases = existsSync(cases)

export const sharedCase = (path: string): string => readFileSync(new URL(path, cases), 'utf8')

export const expectedOf = (path: string): Readonly<Record<string, unknown>> =>
  JSON.parse(sharedCase('expected.json'))[path]
