import { invariant } from '@harness/core/kernel/invariant'
import { describe, expect, it } from 'vitest'
import { type DispatchedPrompt, findBox } from './find-box.ts'
import { parseHandbook } from './parse-handbook.ts'
import { promptPlaces, withTick } from './prompt-places.ts'
import { smallHandbook, trapHandbook } from './test-support/handbooks.ts'

const read = (text: string) => parseHandbook(text, 'H.md').handbook
const found = (text: string, prompt: DispatchedPrompt) => {
  const handbook = read(text)
  return findBox(handbook, prompt, promptPlaces(handbook))
}
const dispatched = { id: '1.1', text: '/impeccable critique src/pages/lesson.astro' }

describe('HB-24 the box to tick', () => {
  it('HB-24 is found by walking the document, wherever it stands by now', () => {
    const moved = smallHandbook.replace('# Handbook\n', '# Handbook\n\n- [ ] COMPLETE\n\n> - [ ] COMPLETE\n')
    for (const text of [smallHandbook, moved, moved.replaceAll('\n', '\r\n')]) {
      const box = found(text, dispatched)
      const at = box.type === 'open' ? box.markOffset : 0
      expect(text.slice(0, at)).toMatch(/lesson\.astro\s+- \[$/)
    }
  })

  it('HB-24 each box of the trap document is its own', () => {
    const handbook = read(trapHandbook)
    const prompts = handbook.phases
      .flatMap(({ prompts }) => prompts)
      .filter(({ box }) => box?.state === 'open')
    const marks = prompts.map((prompt) => findBox(handbook, prompt, promptPlaces(handbook)))
    expect(marks).toEqual(
      prompts.map(({ box }) => ({ type: 'open', mark: ' ', markOffset: box?.markOffset })),
    )
    expect(prompts).toHaveLength(3)
  })

  it.each([
    ['missing', smallHandbook.replace('### 1.1', '### 1.7')],
    ['missing', smallHandbook.slice(0, smallHandbook.indexOf('## Phase 1'))],
    ['ambiguous', smallHandbook.replace('### 1.2', '### 1.1')],
    ['ambiguous', smallHandbook.replace('- [ ] COMPLETE\n', '')],
    ['ambiguous', smallHandbook.replace('- [ ] COMPLETE\n', '- [ ] COMPLETE\n- [ ] COMPLETE\n')],
    ['text-changed', smallHandbook.replace('src/pages/lesson.astro', 'src/pages/lesson.astro now')],
    ['already-done', smallHandbook.replace('- [ ] COMPLETE\n', '- [x] COMPLETE\n')],
    ['deferred', smallHandbook.replace('- [ ] COMPLETE\n', '- [ ] COMPLETE (deferred)\n')],
  ])('HB-24 is refused as %s', (reason, text) => {
    expect(found(text, dispatched)).toMatchObject({ type: 'refused', reason })
  })

  it('HB-24 a close with a box of its own is found by its phase', () => {
    const text = smallHandbook.replace('## Determinism', '- [ ] COMPLETE\n\n## Determinism')
    const close = read(text).phases[1]?.close
    expect(found(text, { id: '1.close', text: 'npm run check\n' })).toEqual({
      type: 'open',
      mark: ' ',
      markOffset: close?.box?.markOffset,
    })
    const asked = (now: string) => found(now, { id: '1.close', text: 'npm run check\n' })
    expect(asked(text.replace('npm run check', 'npm run test'))).toMatchObject({ reason: 'text-changed' })
    const ticked = `${text.slice(0, close?.box?.markOffset)}x${text.slice((close?.box?.markOffset ?? 0) + 1)}`
    expect(asked(ticked)).toMatchObject({ reason: 'already-done' })
  })

  it('HB-24 is that of the prompt whose text the run knows without its secrets', () => {
    const written = smallHandbook.replace('lesson.astro', 'lesson.astro with hunter2')
    const redacted = { id: '1.1', text: '/impeccable critique src/pages/lesson.astro with ***' }
    const redact = (text: string) => text.replace('hunter2', '***')
    expect(found(written, redacted)).toMatchObject({ reason: 'text-changed' })
    expect(found(written, { ...redacted, redact })).toMatchObject({ type: 'open' })
    expect(found(smallHandbook, { ...redacted, redact })).toMatchObject({ reason: 'text-changed' })
  })

  it('HB-24 a tick changes of what was read exactly what reading it again would', () => {
    for (const text of [trapHandbook, trapHandbook.replaceAll('\n', '\r\n')]) {
      const handbook = read(text)
      const open = handbook.phases.flatMap(({ prompts }) =>
        prompts.filter(({ box }) => box?.state === 'open'),
      )
      expect(open).toHaveLength(3)
      for (const { id, box } of open) {
        const [place] = promptPlaces(handbook).get(id) ?? []
        invariant(place !== undefined && box !== null, 'it has its place')
        const ticked = `${text.slice(0, box.markOffset)}x${text.slice(box.markOffset + 1)}`
        expect(withTick(handbook, place)).toEqual(read(ticked))
      }
    }
  })
})
