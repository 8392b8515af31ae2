/** Owns small trees that are shaped like products, and how tests look at what init suggests for one. */
import type { RepoFiles } from '../../../packages/cli/src/commands/init/evidence/evidence.ts'
import { findWork } from '../../../packages/cli/src/commands/init/find-work.ts'

/** A small tree: the text of each file, by its path. */
export type Shape = Readonly<Record<string, string>>

export const json = (path: string, value: unknown): Shape => ({
  [path]: `${JSON.stringify(value, null, 2)}\n`,
})

export const filesOf = (shape: Shape): RepoFiles => ({ paths: new Set(Object.keys(shape)), texts: shape })

/** Checks as `name: command`, without what makes them work in a lane. */
export function suggested(shape: Shape) {
  const { checks, setup, uncovered, appPaths, notes, managers } = findWork(filesOf(shape))
  return {
    managers,
    checks: checks.map(
      ({ name, run }) => `${name}: ${run.replace(/\s-D\S+|\w+="?\$PWD\/[^\s"]*"? |GOPROXY=off /g, '')}`,
    ),
    setup: setup
      .map((line) => line.replace(/\s-D\S+|\w+="?\$PWD\/[^\s"]*"? |GOFLAGS=\S+ /g, ''))
      .filter((line) => !/harness-cache/.test(line)),
    uncovered: uncovered.map(({ run }) => run),
    appPaths,
    notes,
  }
}
