import { mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { smallHandbook, trapHandbook } from '@harness/formats/handbook/test-support/handbooks'
import { describe, expect, it } from 'vitest'
import { temporaryDir } from '../test-support/temporary-dir.ts'
import { type HandbookDocument, handbookFile, readHandbook, tickPrompt } from './handbook-document.ts'

async function repoWith(text: string | Buffer) {
  const root = await temporaryDir()
  const file = join(root, handbookFile)
  writeFileSync(file, text)
  const prompts = () => readHandbook(root)?.handbook.phases.flatMap((phase) => phase.prompts) ?? []
  return { root, file, prompts, bytes: () => readFileSync(file) }
}

const differences = (a: Buffer, b: Buffer): readonly number[] =>
  a.length !== b.length ? [-1] : [...a.keys()].filter((at) => a[at] !== b[at])

const stampOfFile = (file: string): HandbookDocument['stamp'] => {
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
  return { dev, ino, size, mtimeNs, ctimeNs }
}

const critique = { id: '1.1', text: '/impeccable critique src/pages/lesson.astro' }

describe('HB-24 ticking a box on disk', () => {
  it('HB-24 changes exactly one byte of the trap document, for each of its boxes', async () => {
    const { root, prompts, bytes, file } = await repoWith(trapHandbook.replaceAll('\n', '\r\n'))
    const open = prompts().filter(({ box }) => box?.state === 'open')
    expect(open.map(({ id }) => id)).toEqual(['0.1', '0.3', '1.1'])
    for (const prompt of open) {
      const before = bytes()
      expect(tickPrompt(root, prompt)).toEqual({ type: 'ticked' })
      const [at = 0, ...more] = differences(before, bytes())
      expect(more).toEqual([])
      expect(bytes().toString('latin1', at - 1, at + 2)).toBe('[x]')
      expect(prompts().find(({ id }) => id === prompt.id)?.box?.state).toBe('done')
    }
    expect(readFileSync(file, 'utf8').match(/\[x\]/g)?.length).toBe(3 + 1)
  })

  it('HB-24 keeps what a person edited elsewhere since the prompt was dispatched', async () => {
    const { root, file, bytes } = await repoWith(smallHandbook)
    const walked = readHandbook(root)
    const edited = smallHandbook
      .replace(
        'Write down what is there.',
        'Write down — schön — what is there.\n\n- [ ] COMPLETE it by hand',
      )
      .replace('- [x] COMPLETE', '- [ ] COMPLETE')
    writeFileSync(file, edited)
    expect(tickPrompt(root, critique, walked)).toEqual({ type: 'ticked' })
    const expected = edited.replace(/(lesson\.astro\n\n- \[) /, '$1x')
    expect(bytes().toString()).toBe(expected)
  })

  it('HB-24 ticks the file that an editor put in the place of the one that was read', async () => {
    const { root, file, bytes } = await repoWith(smallHandbook)
    const walked = readHandbook(root)
    writeFileSync(`${file}.new`, `${smallHandbook}\nMore.\n`)
    renameSync(`${file}.new`, file)
    expect(tickPrompt(root, critique, walked)).toEqual({ type: 'ticked' })
    expect(bytes().toString()).toMatch(/lesson\.astro\n\n- \[x\] COMPLETE[\s\S]*More\.\n$/)
  })

  it('HB-24 a document that was walked before is not walked again where no byte has changed', async () => {
    const { root, bytes } = await repoWith(smallHandbook)
    const walked = readHandbook(root)
    expect(tickPrompt(root, critique, walked)).toEqual({ type: 'ticked' })
    expect(bytes().toString()).toBe(smallHandbook.replace(/(lesson\.astro\n\n- \[) /, '$1x'))
    expect(tickPrompt(root, critique, walked)).toMatchObject({ type: 'refused', reason: 'already-done' })
  })

  it('HB-24 an edit of a person that leaves the length of the file as it was is seen', async () => {
    const { root, file, bytes } = await repoWith(smallHandbook)
    const walked = readHandbook(root)
    const edited = smallHandbook.replace('Same input, same output.', 'Same output, same input.')
    // As long after the last change as a real run would be: only the time of the file's status cannot be set.
    const settled = { ...walked, stamp: stampOfFile(file) } as HandbookDocument
    writeFileSync(file, edited)
    expect(tickPrompt(root, critique, settled)).toEqual({ type: 'ticked' })
    expect(bytes().toString()).toBe(edited.replace(/(lesson\.astro\n\n- \[) /, '$1x'))
  })

  it('HB-24 a file that was written just before is known by its bytes alone', async () => {
    const { root } = await repoWith(smallHandbook)
    expect(readHandbook(root)?.stamp).toBeNull()
  })

  it('HB-24 where the stamp deceives and no open box stands there, the file is walked again', async () => {
    const moved = `A line more.\n${smallHandbook}`
    const { root, file, bytes } = await repoWith(smallHandbook)
    const walked = readHandbook(root)
    writeFileSync(file, moved)
    const deceived = { ...walked, stamp: stampOfFile(file) } as HandbookDocument
    expect(tickPrompt(root, critique, deceived)).toEqual({ type: 'ticked' })
    expect(bytes().toString()).toBe(moved.replace(/(lesson\.astro\n\n- \[) /, '$1x'))
  })

  it.each([
    ['text-changed', smallHandbook.replace('critique src', 'critique all of src')],
    ['already-done', smallHandbook.replace('lesson.astro\n\n- [ ]', 'lesson.astro\n\n- [x]')],
    ['deferred', smallHandbook.replace('- [ ] COMPLETE\n', '- [ ] COMPLETE (deferred)\n')],
    ['missing', smallHandbook.replace(/## Phase 1[\s\S]*/, '')],
    ['ambiguous', smallHandbook.replace('### 1.2', '### 1.1')],
  ])('HB-24 refuses where the prompt is no longer what was dispatched: %s', async (reason, text) => {
    const { root, bytes } = await repoWith(text)
    expect(tickPrompt(root, critique)).toMatchObject({ type: 'refused', reason })
    expect(bytes().toString()).toBe(text)
  })

  it('HB-24 refuses where the file is gone, and follows no link', async () => {
    const { root, file, bytes } = await repoWith(smallHandbook)
    renameSync(file, `${file}.elsewhere`)
    expect(readHandbook(root)).toBeNull()
    expect(tickPrompt(root, critique)).toEqual({ type: 'refused', reason: 'missing', line: null })
    symlinkSync(`${file}.elsewhere`, file)
    expect(() => tickPrompt(root, critique)).toThrow('is a link')
    expect(bytes().toString()).toBe(smallHandbook)
    rmSync(file)
    mkdirSync(file)
    expect(() => readHandbook(root)).toThrow('is a link, a folder or a device')
  })

  it('HB-03 a file that is not UTF-8 is refused by name, for its offsets would be wrong', async () => {
    const { root } = await repoWith(Buffer.from([0x23, 0x20, 0xff, 0x0a]))
    expect(() => readHandbook(root)).toThrow('IMPECCABLE_HANDBOOK.md is not text in UTF-8')
  })
})
