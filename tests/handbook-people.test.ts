import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { start } from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import { temporaryFolder } from './support/sample-repo.ts'
import { boxOf, handbookOf, smallRepo } from './support/small-handbook.ts'

const until = (flag: string) => ({ run: `until [ -e ${flag} ]; do sleep 0.05; done` })

describe('a handbook and its people', () => {
  it('HB-24, HB-28 one who stops it, unticks a box and edits a prompt, and another one who edits while it runs', async () => {
    const flags = temporaryFolder()
    const [first, second] = [join(flags, 'first'), join(flags, 'second')]
    const writes = (path: string) => ({ write: { path, text: 'x\n' } })
    const root = smallRepo(
      [
        { id: '1.1', verb: 'critique' },
        { id: '3.1', verb: 'harden', text: 'as it was first written' },
        { id: '3.2', verb: 'harden', text: 'the second' },
        { id: '3.3', verb: 'harden', text: 'the third' },
      ],
      [
        { role: 'prompt-reader', reply: 'No findings.' },
        {
          role: 'prompt-worker',
          match: 'as it was first written',
          do: [until(first), writes('first-words.txt')],
          reply: 'Done.',
        },
        {
          role: 'prompt-worker',
          match: 'as a person wants it',
          do: [writes('new-words.txt')],
          reply: 'Done.',
        },
        {
          role: 'prompt-worker',
          match: 'the second',
          do: [until(second), writes('second.txt')],
          reply: 'Done.',
        },
      ],
    )
    const save = (edit: (text: string) => string): void =>
      writeFileSync(join(root, 'IMPECCABLE_HANDBOOK.md'), edit(handbookOf(root)))
    const untick = (text: string, id: string): string =>
      text.replace(new RegExp(`(### ${id.replace('.', '\\.')} [\\s\\S]*?- \\[)x`), '$1 ')

    const stopped = start(root, ['handbook'])
    await stopped.saw('dispatch 3.1 work')
    stopped.process.kill('SIGINT')
    expect(await stopped.ended).toMatchObject({ code: 130 })
    expect([boxOf(root, '1.1'), boxOf(root, '3.1')]).toEqual(['x', ' '])
    save((text) => untick(text, '1.1').replace('as it was first written', 'as a person wants it'))

    const goesOn = start(root, ['handbook'])
    await goesOn.saw('dispatch 3.2 work')
    save((text) => `${untick(text, '3.1')}\nA remark.\n`.replace(/### 3\.3 [\s\S]*?COMPLETE\n/, ''))
    writeFileSync(second, '')
    const { code, stdout } = await goesOn.ended
    expect(code).toBe(0)

    const said = stdout.split('\n').filter((line) => /^(dispatch|done) /.test(line))
    expect(said.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'dispatch 3.1',
      'done 3.1',
      'dispatch 1.1',
      'done 1.1',
      'dispatch 3.2',
      'done 3.2',
      'dispatch 3.1',
      'done 3.1',
      'dispatch final',
    ])
    expect(handbookOf(root)).toContain('\nA remark.\n')
    expect(handbookOf(root)).not.toContain('### 3.3')
    expect([boxOf(root, '1.1'), boxOf(root, '3.1'), boxOf(root, '3.2')]).toEqual(['x', 'x', 'x'])
  })

  it('HB-30 one who ticks a box by hand finds it named; whoever asks for a dry run gets none that is real', async () => {
    const root = smallRepo(
      [
        { id: '1.1', verb: 'critique' },
        { id: '3.1', verb: 'harden' },
      ],
      [{ role: 'prompt-reader', reply: 'No findings.' }],
    )
    const dry = await harness(root, ['handbook', '--dry-run'])
    expect(dry).toMatchObject({ code: 2, stderr: expect.stringContaining('harness handbook plan') })
    const text = handbookOf(root)
    const at = text.lastIndexOf('[ ]')
    writeFileSync(join(root, 'IMPECCABLE_HANDBOOK.md'), `${text.slice(0, at)}[x]${text.slice(at + 3)}`)
    expect(await harness(root, ['handbook'])).toMatchObject({ code: 0 })
    const { value } = await harnessJson(root, ['handbook', 'status'])
    expect(value).toMatchObject({ run: { state: 'done' }, byHand: ['3.1'] })
    const { stdout } = await harness(root, ['handbook', 'status'])
    expect(stdout).toMatch(/^handbook-\d{8}-\d{6} {2}done; Every prompt of the handbook is done\./)
    const wrong = await harness(root, ['-C', root, 'replay', 'handbook'])
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('harness replay --help') })
  })
})
