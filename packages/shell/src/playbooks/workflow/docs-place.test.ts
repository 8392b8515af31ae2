import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { workflowVoice } from '@harness/formats/documents/workflow/voice'
import { expect, it } from 'vitest'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { placeOf } from './docs-place.ts'

const base = 'docs/harness'

async function placed(files: readonly string[], spec: string | null, output = base) {
  const root = await temporaryDir()
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), 'text\n')
  }
  return placeOf(root, { task: 'Do it', spec }, output, '2026-01-31', workflowVoice.words.en)
}

it.each([
  [`${base}/do-it-2/spec_draft.md`, base, `${base}/do-it-2/`],
  ['specs/long/spec_draft.md', 'specs', 'specs/long/'],
  // No setting says that documents go there.
  ['src/long/spec_draft.md', base, `${base}/do-it/`],
  ['idea.md', base, `${base}/do-it/`],
])('WF-17 the spec %s with documents in %s is worked out in %s', async (spec, output, docsPath) =>
  expect(await placed([spec], spec, output)).toEqual({ slug: docsPath.split('/').at(-2), docsPath }),
)

it('WF-17 the notes of another spec are not mixed with the one that is named', async () =>
  expect(await placed([`${base}/do-it/spec_draft.md`, 'idea.md'], 'idea.md')).toMatchObject({
    slug: 'do-it-2',
  }))

it.each(['spec.md', 'changes.md', 'verify_report.md', 'qa_report.md'])(
  'WF-15 a folder with the %s of an earlier workflow is not used again',
  async (name) => {
    expect(await placed([`${base}/do-it/${name}`], null)).toMatchObject({ slug: 'do-it-2' })
    const draft = `${base}/do-it/spec_draft.md`
    expect(await placed([`${base}/do-it/${name}`, draft], draft)).toMatchObject({ slug: 'do-it-2' })
  },
)
