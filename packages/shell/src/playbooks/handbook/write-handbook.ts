/**
 * WriteHandbook: prints a planned handbook and its skeleton, holds them against the repository, and writes both or
 * neither.
 *
 * Safe to repeat: what stands there already as it should is left alone.
 */

import { join } from 'node:path'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import { UserError } from '@harness/core/kernel/user-error'
import { handbookFile, skeletonFile } from '@harness/core/playbooks/handbook/handbook-document'
import type {
  HandbookRefused,
  HandbookWritten,
  WriteHandbook,
} from '@harness/core/playbooks/handbook/write-handbook'
import { parseHandbook } from '@harness/formats/documents/handbook/parse-handbook'
import { printHandbook } from '@harness/formats/documents/handbook/print-handbook'
import type { Attempt } from '../../effects/failure/attempt.ts'
import { type FailurePorts, orCommandFailed } from '../../effects/failure/expected-failure.ts'
import { durableCreate, durableReplace } from '../../machine/disk/durable-write.ts'
import { readInside } from '../../machine/disk/inside.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import { PathRefusedError } from '../../machine/disk/resolve-inside.ts'
import { stateFile } from './handbook-files.ts'
import { readProduct } from './handbook-folder.ts'
import { describeLint, lintForRepository } from './handbook-lint.ts'

export interface WriteHandbookPorts extends FailurePorts {
  readonly repoRoot: string
}

export const writeHandbook = (
  command: WriteHandbook,
  attempt: Attempt,
  ports: WriteHandbookPorts,
): Promise<HandbookWritten | HandbookRefused | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const { repoRoot, clock } = ports
    const printed = printHandbook(command.plan)
    const { findings } = lintForRepository(repoRoot, {
      ...(await readProduct(repoRoot)),
      handbook: parseHandbook(printed.handbook, handbookFile),
      skeleton: printed.skeleton,
    })
    const base = { at: clock.now(), commandId: command.id }
    if (findings.length > 0) return { ...base, type: 'HandbookRefused', problems: findings.map(describeLint) }
    const files: readonly FileText[] = [
      { name: handbookFile, text: printed.handbook },
      { name: skeletonFile, text: printed.skeleton },
    ]
    const kept = await writeAll(repoRoot, files, command.replace)
    return {
      ...base,
      type: 'HandbookWritten',
      files: files.map(({ name }) => name),
      ...(kept.length === 0 ? {} : { notes: [`what was there before is kept in ${kept.join(' and ')}`] }),
    }
  })

interface FileText {
  readonly name: string
  readonly text: string
}

/** All of them, or, if one cannot be written, none. Names the copies of the old files. */
async function writeAll(
  root: string,
  files: readonly FileText[],
  replace: boolean,
): Promise<readonly string[]> {
  const undo: (() => Promise<void>)[] = []
  const kept: string[] = []
  try {
    for (const { name, text } of files) {
      const path = join(root, name)
      const before = await readInside(root, name)
      if (before?.toString('utf8') === text) continue
      if (before === null) {
        if (!(await durableCreate(path, text))) throw handbookExists([name])
        undo.push(() => removeFile(path))
        continue
      }
      if (!replace) throw handbookExists([name])
      if (name === handbookFile) kept.push(...(await takeStateAside(root, undo)))
      kept.push(await keepAside(root, name, before))
      await durableReplace(path, text)
      undo.push(() => durableReplace(path, before))
    }
  } catch (error) {
    for (const putBack of undo.reverse()) await putBack()
    throw error
  }
  return kept
}

/** Limits, clock and records are of the handbook that goes; before it, so that a repeated try cannot miss them. */
async function takeStateAside(root: string, undo: (() => Promise<void>)[]): Promise<readonly string[]> {
  const state = await readInside(root, stateFile)
  if (state === null) return []
  const aside = await keepAside(root, stateFile, state)
  const path = join(root, stateFile)
  await removeFile(path)
  undo.push(() => durableReplace(path, state))
  return [aside]
}

/** Ticks and edits of people need not be committed. Repeated, it finds what it kept. */
async function keepAside(root: string, name: string, text: Buffer): Promise<string> {
  for (let nth = 1; ; nth++) {
    const aside = `${name}.aside${nth === 1 ? '' : `-${nth}`}`
    if (await durableCreate(join(root, aside), text)) return aside
    if ((await fileIn(root, aside))?.equals(text) === true) return aside
  }
}

/** Null also if the name is taken by what is no file. */
async function fileIn(root: string, name: string): Promise<Buffer | null> {
  try {
    return await readInside(root, name)
  } catch (error) {
    if (error instanceof PathRefusedError) return null
    throw error
  }
}

export const handbookExists = (files: readonly string[]): UserError =>
  new UserError('handbook-exists', `There is a handbook already: ${files.join(', ')}.`, {
    next: 'Drive it with: harness handbook; to have another one made in its place: harness handbook generate --force',
  })
