/** Reads a product spec and its acceptance file from the checkout, or says what is wrong with them. */

import { containedPath } from '@harness/core/kernel/contained-path'
import { UserError } from '@harness/core/kernel/user-error'
import { type Acceptance, acceptancePathOf, specPathOf } from '@harness/core/work/acceptance'
import { parseAcceptance } from '@harness/formats/documents/acceptance/parse-acceptance'
import { oversize } from '@harness/formats/text/text-size'
import { userErrorOf } from '@harness/formats/text/user-error-of'
import { readInside } from '../../machine/disk/inside.ts'

export interface ProductSpec {
  readonly spec: { readonly path: string; readonly text: string }
  readonly acceptancePath: string
  readonly acceptance: Acceptance
}

/** `named` is what the operator named: the spec, or its acceptance file. `command` is what reads it. */
export async function readProductSpec(
  repoRoot: string,
  named: string,
  command: string,
): Promise<ProductSpec> {
  const spec = await readSpec(repoRoot, named, command)
  const acceptancePath = acceptancePathOf(spec.path)
  const criteria = await textAt(repoRoot, acceptancePath)
  if (criteria === null)
    throw new UserError(
      'acceptance-missing',
      `${spec.path} has no acceptance file: ${acceptancePath} does not exist.`,
      {
        next: `Write its criteria to ${acceptancePath} (docs/planning.md shows the form), then: ${command} ${spec.path}`,
      },
    )
  const read = parseAcceptance(criteria, acceptancePath)
  if (!read.ok) throw userErrorOf('acceptance', read.problems)
  return { spec, acceptancePath, acceptance: read.value }
}

export async function readSpec(
  repoRoot: string,
  named: string,
  command: string,
): Promise<ProductSpec['spec']> {
  const contained = containedPath(named)
  if (!contained.ok || !contained.path.endsWith('.md'))
    throw new UserError('usage', `${named} is no Markdown file inside the repository.`, {
      next: `Name the spec: ${command} docs/product-specs/main.md`,
    })
  const path = specPathOf(contained.path)
  const text = await textAt(repoRoot, path)
  const next = `Write the product spec to ${path}, then: ${command} ${path}`
  if (text === null) throw new UserError('spec-missing', `There is no ${path} in ${repoRoot}.`, { next })
  if (text.trim() === '') throw new UserError('spec-empty', `${path} is empty.`, { next })
  const tooLarge = oversize(text, path)
  if (tooLarge !== null) throw userErrorOf('acceptance', [tooLarge])
  return { path, text }
}

const textAt = async (repoRoot: string, path: string): Promise<string | null> =>
  (await readInside(repoRoot, path))?.toString('utf8') ?? null
