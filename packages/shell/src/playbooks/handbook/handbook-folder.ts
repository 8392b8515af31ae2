/** Owns reading a handbook together with the documents beside it, as they are at this moment. */

import { UserError } from '@harness/core/kernel/user-error'
import {
  designFile,
  handbookFile,
  productFile,
  skeletonFile,
} from '@harness/core/playbooks/handbook/handbook-document'
import { handbookCodec, type WalkedHandbook } from '@harness/formats/documents/handbook/handbook-codec'
import { KnownFile } from '../../effects/documents/known-file.ts'
import { readInside } from '../../machine/disk/inside.ts'

export interface HandbookFolder {
  readonly handbook: WalkedHandbook
  readonly product: string
  /** Null if it does not exist, which it need not yet. */
  readonly design: string | null
  readonly skeleton: string | null
}

/** What a handbook is made from: PRODUCT.md must be there. */
export async function readProduct(repoRoot: string): Promise<Pick<HandbookFolder, 'product' | 'design'>> {
  const product = (await readInside(repoRoot, productFile))?.toString('utf8') ?? null
  if (product === null)
    throw new UserError('handbook-missing', `There is no ${productFile} in ${repoRoot}.`, {
      next: `Write what the product is to be into ${productFile} (docs/handbook.md says how), then give the command again`,
    })
  return { product, design: (await readInside(repoRoot, designFile))?.toString('utf8') ?? null }
}

/** The handbook and PRODUCT.md must be there. */
export async function readHandbookFolder(repoRoot: string): Promise<HandbookFolder> {
  const text = async (path: string) => (await readInside(repoRoot, path))?.toString('utf8') ?? null
  const handbook = new KnownFile({ root: repoRoot, path: handbookFile }, handbookCodec).read()?.walked ?? null
  const product = await text(productFile)
  if (handbook === null || product === null) {
    const missing = [handbook === null ? handbookFile : '', product === null ? productFile : '']
    throw new UserError(
      'handbook-missing',
      `There is no ${missing.filter((name) => name !== '').join(' and no ')} in ${repoRoot}.`,
      {
        next: 'Put it there (docs/handbook.md says what it holds), or name the repository that has it with --repo <dir>, then give the command again: harness handbook',
      },
    )
  }
  return { handbook, product, design: await text(designFile), skeleton: await text(skeletonFile) }
}
