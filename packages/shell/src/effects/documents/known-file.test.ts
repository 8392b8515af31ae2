import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { invariant } from '@harness/core/kernel/invariant'
import { handbookFile } from '@harness/core/playbooks/handbook/handbook-document'
import { handbookCodec } from '@harness/formats/documents/handbook/handbook-codec'
import { parseHandbook } from '@harness/formats/documents/handbook/parse-handbook'
import {
  largeHandbook,
  smallHandbook,
  trapHandbook,
} from '@harness/formats/documents/handbook/test-support/handbooks'
import { describe, expect, it } from 'vitest'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { KnownFile } from './known-file.ts'
import { type PatchDisk, patchDisk, type StampRules, stampRules } from './open-plain-file.ts'

interface Dispatched {
  readonly id: string
  readonly text: string
  readonly redact?: (text: string) => string
}

/** The handbook of a repository, whose boxes are the patches that the harness makes. */
function knownHandbook(root: string, rules?: StampRules, disk?: PatchDisk) {
  const file = new KnownFile({ root, path: handbookFile }, handbookCodec, rules, disk)
  return {
    read: () => file.read(),
    tick: ({ id, text, redact = (it: string) => it }: Dispatched) =>
      file.edit({ promptId: id, text }, { redact, has: () => false }),
  }
}

async function repoWith(text: string | Buffer) {
  const root = await temporaryDir()
  const file = join(root, handbookFile)
  writeFileSync(file, text)
  const known = knownHandbook(root)
  const prompts = () =>
    knownHandbook(root)
      .read()
      ?.walked.handbook.phases.flatMap(({ prompts }) => prompts) ?? []
  return { root, file, known, prompts, bytes: () => readFileSync(file) }
}

const differences = (a: Buffer, b: Buffer): readonly number[] =>
  a.length !== b.length ? [-1] : [...a.keys()].filter((at) => a[at] !== b[at])

const critique = { id: '1.1', text: '/impeccable critique src/pages/lesson.astro' }
const tickedOnce = smallHandbook.replace(/(lesson\.astro\n\n- \[) /, '$1x')

describe('HB-24 ticking a box on disk', () => {
  it('HB-24 changes exactly one byte of the trap document, for each of its boxes', async () => {
    const { known, prompts, bytes, file } = await repoWith(trapHandbook.replaceAll('\n', '\r\n'))
    const open = prompts().filter(({ box }) => box?.state === 'open')
    expect(open.map(({ id }) => id)).toEqual(['0.1', '0.3', '1.1'])
    for (const prompt of open) {
      const before = bytes()
      expect(known.tick(prompt).type).toBe('patched')
      const [at = 0, ...more] = differences(before, bytes())
      expect(more).toEqual([])
      expect(bytes().toString('latin1', at - 1, at + 2)).toBe('[x]')
      expect(prompts().find(({ id }) => id === prompt.id)?.box?.state).toBe('done')
    }
    expect(readFileSync(file, 'utf8').match(/\[x\]/g)?.length).toBe(3 + 1)
  })

  it('HB-24 ticks the file itself, with its mode and its other names', async () => {
    const { known, file, bytes } = await repoWith(smallHandbook)
    chmodSync(file, 0o640)
    linkSync(file, `${file}.same`)
    const { ino, mode } = statSync(file)
    expect(known.tick(critique).type).toBe('patched')
    expect(statSync(file)).toMatchObject({ ino, mode })
    expect(readFileSync(`${file}.same`).equals(bytes())).toBe(true)
  })

  it('HB-24 keeps what a person edited elsewhere since the prompt was dispatched', async () => {
    const { known, file, bytes } = await repoWith(smallHandbook)
    known.read()
    const edited = smallHandbook
      .replace(
        'Write down what is there.',
        'Write down — schön — what is there.\n\n- [ ] COMPLETE it by hand',
      )
      .replace('- [x] COMPLETE', '- [ ] COMPLETE')
    writeFileSync(file, edited)
    expect(known.tick(critique).type).toBe('patched')
    const expected = edited.replace(/(lesson\.astro\n\n- \[) /, '$1x')
    expect(bytes().toString()).toBe(expected)
  })

  it('HB-24 ticks the file that an editor put in the place of the one that was read', async () => {
    const { known, file, bytes } = await repoWith(smallHandbook)
    known.read()
    writeFileSync(`${file}.new`, `${smallHandbook}\nMore.\n`)
    renameSync(`${file}.new`, file)
    expect(known.tick(critique).type).toBe('patched')
    expect(bytes().toString()).toMatch(/lesson\.astro\n\n- \[x\] COMPLETE[\s\S]*More\.\n$/)
  })

  it('HB-24 a document is walked again only where somebody else has changed a byte', async () => {
    const { known, file, bytes } = await repoWith(smallHandbook)
    const [first, second] = known.read()?.walked.handbook.phases ?? []
    expect(known.tick(critique).type).toBe('patched')
    expect(bytes().toString()).toBe(tickedOnce)
    const after = known.read()?.walked.handbook.phases
    expect(after?.[0]).toBe(first)
    expect(after?.[1]?.prompts[1]).toBe(second?.prompts[1])
    expect(after).toEqual(parseHandbook(tickedOnce, handbookFile).handbook.phases)
    const { digest } = known.read() ?? {}
    expect(known.tick(critique)).toEqual({ type: 'patched', before: digest, after: digest })
    writeFileSync(file, smallHandbook)
    expect(known.read()?.walked.handbook.phases[0]).not.toBe(first)
    expect(known.tick(critique).type).toBe('patched')
    expect(bytes().toString()).toBe(tickedOnce)
  })

  it('HB-24 the box of a close is ticked, and its text read again', async () => {
    const text = smallHandbook.replace('## Determinism', '- [ ] COMPLETE\n\n## Determinism')
    const { root, known } = await repoWith(text)
    expect(known.tick({ id: '1.close', text: 'npm run check\n' }).type).toBe('patched')
    expect(known.read()?.walked.handbook.phases[1]?.close?.text).toContain('- [x] COMPLETE')
    expect(known.read()).toEqual(knownHandbook(root).read())
  })

  it('HB-24 a tick knows the digest that the file has then, in a file of many parts too', async () => {
    const text = largeHandbook(300)
    const { root, known } = await repoWith(text)
    for (const at of [0, 150, 299]) {
      const prompts = known.read()?.walked.handbook.phases.flatMap((phase) => phase.prompts) ?? []
      const before = known.read()?.digest
      const prompt = prompts[at]
      invariant(prompt !== undefined, 'the prompt is there')
      const tick = known.tick(prompt)
      const fresh = knownHandbook(root).read()
      expect(tick).toEqual({ type: 'patched', before, after: fresh?.digest })
      expect(known.read()).toEqual(fresh)
      expect(fresh?.digest).not.toBe(before)
    }
  })

  it('HB-24 a file that has long been as it is is not read again, and an edit that keeps its length is seen', async () => {
    const { root, file, bytes } = await repoWith(smallHandbook)
    const settled = knownHandbook(root, { ...stampRules, isSettled: () => true })
    const { phases } = settled.read()?.walked.handbook ?? {}
    expect(settled.read()?.walked.handbook.phases).toBe(phases)
    const edited = smallHandbook.replace('Same input, same output.', 'Same output, same input.')
    const before = statSync(file, { bigint: true }).ctimeNs
    // File systems count time in steps.
    while (statSync(file, { bigint: true }).ctimeNs === before) writeFileSync(file, edited)
    expect(settled.tick(critique).type).toBe('patched')
    expect(bytes().toString()).toBe(edited.replace(/(lesson\.astro\n\n- \[) /, '$1x'))
  })

  it('HB-24 a file that was written just before is known by its bytes alone', async () => {
    const { known, file, bytes } = await repoWith(smallHandbook)
    const before = known.read()
    // Whether or not the times that the file system counts in tell the two apart.
    writeFileSync(file, smallHandbook.replace('Same input', 'Like input'))
    expect(known.read()).not.toEqual(before)
    expect(known.tick(critique).type).toBe('patched')
    expect(bytes().toString()).toBe(tickedOnce.replace('Same input', 'Like input'))
  })

  it('HB-24 a save while the document is walked is seen before the tick', async () => {
    const { root, file, bytes } = await repoWith(smallHandbook)
    const edited = smallHandbook.replace('critique src', 'critique SRC')
    let looks = 0
    // Asked before each reading: the second comes when the first has been walked.
    const isSettled = () => {
      if (++looks === 2) writeFileSync(file, edited)
      return false
    }
    const known = knownHandbook(root, { ...stampRules, isSettled })
    expect(known.tick(critique)).toMatchObject({ type: 'refused', reason: 'edited' })
    expect(bytes().toString()).toBe(edited)
  })

  it('HB-24 where an editor replaces the file just before the write, the new one is ticked', async () => {
    const { known, file, bytes } = await repoWith(smallHandbook)
    const saved = smallHandbook.replace('Same input', 'Like input')
    // Asked between finding the box and writing.
    const redact = () => {
      writeFileSync(`${file}.new`, saved)
      if (!bytes().equals(Buffer.from(saved))) renameSync(`${file}.new`, file)
      return 'without its secrets'
    }
    expect(known.tick({ id: '1.1', text: 'without its secrets', redact }).type).toBe('patched')
    expect(bytes().toString()).toBe(tickedOnce.replace('Same input', 'Like input'))
  })

  it('HB-24 what is ticked is synced before it counts', async () => {
    const { root, bytes } = await repoWith(smallHandbook)
    const synced: string[] = []
    const sync = () => void synced.push(bytes().toString())
    const known = knownHandbook(root, stampRules, { ...patchDisk, sync })
    expect(known.tick(critique).type).toBe('patched')
    expect(synced).toEqual([tickedOnce])
  })

  it('HB-24 a save in place in the very moment of the write is told, and is no tick', async () => {
    const { root, file, bytes } = await repoWith(smallHandbook)
    const saved = `More.\n${smallHandbook}`
    const patch: typeof patchDisk.patch = (...at) => {
      writeFileSync(file, saved)
      patchDisk.patch(...at)
    }
    const known = knownHandbook(root, stampRules, { ...patchDisk, patch })
    expect(() => known.tick(critique)).toThrow(
      expect.objectContaining({
        code: 'document-busy',
        next: expect.stringMatching(/at byte \d+ of the file/),
      }),
    )
    expect(differences(Buffer.from(saved), bytes())).toHaveLength(1)
  })

  it('HB-24 where a save in place takes the tick away again, it is made anew', async () => {
    const { root, file, bytes } = await repoWith(smallHandbook)
    let saves = 1
    const sync = () => {
      if (saves-- > 0) writeFileSync(file, smallHandbook)
    }
    const known = knownHandbook(root, stampRules, { ...patchDisk, sync })
    expect(known.tick(critique).type).toBe('patched')
    expect(bytes().toString()).toBe(tickedOnce)
  })

  it('HB-24 a stamp is believed only where a later change cannot bear the same', () => {
    const longAgo = BigInt(Date.now() - 60_000) * 1_000_000n
    const now = BigInt(Date.now()) * 1_000_000n
    const stamp = { dev: 1n, ino: 1n, size: 1n, mtimeNs: longAgo, ctimeNs: longAgo }
    expect(stampRules.isSettled(stamp)).toBe(true)
    expect(stampRules.isSettled({ ...stamp, mtimeNs: now })).toBe(false)
    expect(stampRules.isSettled({ ...stamp, ctimeNs: now })).toBe(false)
  })

  it('HB-24 where the stamp deceives and no open box stands there, the file is walked again', async () => {
    const { root, file, bytes } = await repoWith(smallHandbook)
    const moved = `A line more.\n${smallHandbook}`
    const known = knownHandbook(root, { isSettled: () => true, isSame: () => true })
    known.read()
    writeFileSync(file, moved)
    expect(known.tick(critique).type).toBe('patched')
    expect(bytes().toString()).toBe(moved.replace(/(lesson\.astro\n\n- \[) /, '$1x'))
  })

  it.each([
    ['edited', 'its text is another one', smallHandbook.replace('critique src', 'critique all of src')],
    ['gone', 'deferred', smallHandbook.replace('- [ ] COMPLETE\n', '- [ ] COMPLETE (deferred)\n')],
    ['gone', 'does not have this prompt', smallHandbook.replace(/## Phase 1[\s\S]*/, '')],
    ['gone', 'exactly one checkbox', smallHandbook.replace('### 1.2', '### 1.1')],
  ])('HB-24 refuses if the prompt is no longer the dispatched one: %s, %s', async (reason, words, text) => {
    const { known, bytes } = await repoWith(text)
    const detail = expect.stringContaining(words)
    expect(known.tick(critique)).toEqual({ type: 'refused', reason, detail, problems: [] })
    expect(bytes().toString()).toBe(text)
  })

  it('HB-24 a box that a person ticked is ticked', async () => {
    const { known, bytes } = await repoWith(tickedOnce)
    expect(known.tick(critique).type).toBe('patched')
    expect(bytes().toString()).toBe(tickedOnce)
  })

  it('HB-24 refuses where the file is gone, and follows no link', async () => {
    const { known, file, bytes } = await repoWith(smallHandbook)
    renameSync(file, `${file}.elsewhere`)
    expect(known.read()).toBeNull()
    expect(known.tick(critique)).toMatchObject({ type: 'refused', reason: 'missing' })
    symlinkSync(`${file}.elsewhere`, file)
    const next = expect.stringContaining('Put the handbook itself there as a file')
    expect(() => known.tick(critique)).toThrow(
      expect.objectContaining({ message: expect.stringContaining('is a link'), next }),
    )
    expect(bytes().toString()).toBe(smallHandbook)
    rmSync(file)
    mkdirSync(file)
    expect(() => known.read()).toThrow('is a link, a folder or a device')
  })

  it('HB-03 a file that is not UTF-8 is refused by name, for its offsets would be wrong', async () => {
    const { known } = await repoWith(Buffer.from([0x23, 0x20, 0xff, 0x0a]))
    expect(() => known.read()).toThrow('IMPECCABLE_HANDBOOK.md is not text in UTF-8')
  })
})
