/** Owns the document that site-reverse writes: a product spec, its acceptance file and a context drop, all or none. */
import type { CapturedPage } from '../../effects/capture-site.ts'
import { inCheckout } from '../../effects/document-file.ts'
import type { EditDocuments } from '../../effects/edit-documents.ts'
import type { CommandId } from '../../kernel/ids.ts'
import type { SiteAnalysis } from './analysis.ts'
import type { SiteInput } from './input.ts'
import type { Captured } from './state.ts'

export interface NewSpec {
  readonly analysis: SiteAnalysis
  readonly source: SpecSource
}

/** The origin of the spec, for its readers. */
export interface SpecSource {
  readonly url: string
  readonly specPath: string
  readonly acceptancePath: string
  readonly pages: readonly Pick<CapturedPage, 'path' | 'title' | 'status' | 'forms'>[]
  readonly bundle: string
}

export type WriteSpec = EditDocuments<NewSpec>

export const writeSpec = (
  id: CommandId,
  { url, files: { spec, acceptance, drop } }: SiteInput,
  { pages, bundle }: Captured,
  analysis: SiteAnalysis,
): WriteSpec => ({
  type: 'EditDocuments',
  id,
  documents: { 'new-spec': { files: [spec, acceptance, drop].map(inCheckout), expected: null } },
  edits: [
    {
      document: 'new-spec',
      edit: {
        analysis,
        source: {
          url,
          specPath: spec,
          acceptancePath: acceptance,
          pages: pages.map(({ path, title, status, forms }) => ({ path, title, status, forms })),
          bundle,
        },
      },
    },
  ],
  branch: null,
})
