import { describe, expect, it } from 'vitest'
import { handbookCodec } from './handbook-codec.ts'
import { smallHandbook } from './test-support/handbooks.ts'

const tick = { promptId: '1.1', text: '/impeccable critique src/pages/lesson.astro' }
const world = { redact: (text: string) => text.replaceAll('lesson', '[redacted]'), has: () => false }
const applied = (text: string | null, edit = tick) =>
  handbookCodec.inPlace?.apply(text === null ? null : handbookCodec.walk(text), edit, world)

function patched(text: string, edit = tick): string {
  const result = applied(text, edit)
  if (result?.type !== 'patch') return result?.type ?? ''
  const { offset, before, was, now, after } = result.patch
  const around = text.slice(offset - before.length, offset + was.length + after.length)
  expect(around).toBe(before + was + after)
  return text.slice(0, offset) + now + text.slice(offset + was.length)
}

describe('HB-24 the codec of a handbook', () => {
  const ticked = smallHandbook.replace(/(lesson\.astro\n\n- \[) /, '$1x')

  it('ticks a box with a patch of one byte', () => {
    expect(patched(smallHandbook)).toBe(ticked)
  })

  it('knows what a walk of the ticked text would give', () => {
    const result = applied(smallHandbook)
    expect(result?.type === 'patch' ? result.walked() : null).toEqual(handbookCodec.walk(ticked))
  })

  it('TR-07 takes a tick back with a patch of one byte, whoever made it', () => {
    const untick = { ...tick, to: 'open' as const }
    expect(patched(ticked, untick)).toBe(smallHandbook)
    expect(patched(ticked.replace(/(lesson\.astro\n\n- \[)x/, '$1X'), untick)).toBe(smallHandbook)
    expect(applied(smallHandbook, untick)).toEqual({ type: 'done' })
    expect(applied(ticked, { ...untick, text: 'another' })).toMatchObject({ reason: 'edited' })
  })

  it('is done if it is applied again', () => {
    expect(applied(ticked)).toEqual({ type: 'done' })
  })

  it('finds a prompt by its text without secrets', () => {
    const said = { ...tick, text: '/impeccable critique src/pages/[redacted].astro' }
    expect(patched(smallHandbook, said)).toBe(ticked)
  })

  it('refuses a prompt with another text, and one that is gone', () => {
    expect(applied(smallHandbook, { ...tick, text: 'another' })).toMatchObject({ reason: 'edited' })
    expect(applied(smallHandbook, { ...tick, promptId: '7.7' })).toMatchObject({ reason: 'gone' })
    expect(applied(null)).toMatchObject({ reason: 'missing' })
  })

  it('names every offset that it patches', () => {
    const result = applied(smallHandbook)
    const offsets = handbookCodec.inPlace?.offsets(handbookCodec.walk(smallHandbook))
    expect(offsets).toContain(result?.type === 'patch' ? result.patch.offset : null)
  })
})
